"""The throw as rigid-body physics: what lies on the table, two dice out of a cup, and the exact truth about them."""
