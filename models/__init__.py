"""The learned readers: weights, their registry, the simulated table, training and evaluation."""
