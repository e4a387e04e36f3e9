"""One small file a game that states only its difference."""
