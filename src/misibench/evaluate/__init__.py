"""Players, predictions, scoring a run, statistics."""

from misibench.evaluate.columns import AVERAGED, COLUMNS, Column, average
from misibench.evaluate.players import PLAYERS, play
from misibench.evaluate.predictions import PredictionFile, read_predictions, write_predictions
from misibench.evaluate.score import score
from misibench.evaluate.scoring_run import (
    Coverage,
    ScoredQuestion,
    ScoredRun,
    score_predictions,
    write_scores,
)

__all__ = [
    "AVERAGED",
    "COLUMNS",
    "PLAYERS",
    "Column",
    "Coverage",
    "PredictionFile",
    "ScoredQuestion",
    "ScoredRun",
    "average",
    "play",
    "read_predictions",
    "score",
    "score_predictions",
    "write_predictions",
    "write_scores",
]
