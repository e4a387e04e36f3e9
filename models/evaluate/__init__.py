"""Every score a model card states; runs without torch."""
