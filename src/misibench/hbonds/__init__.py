"""Hydrogen bonds between receptor and ligand, by ChimeraX's rules."""
