"""The append-only match record and its exports."""
