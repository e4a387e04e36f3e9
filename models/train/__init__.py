"""Training and export of the learned readers (extra `train`): the only place for torch."""
