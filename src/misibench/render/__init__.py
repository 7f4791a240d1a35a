"""The software renderer."""
