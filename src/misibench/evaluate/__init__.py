"""Players, runs, scores and statistics."""
