"""Other tools' formats."""
