"""Building, storing and loading datasets."""
