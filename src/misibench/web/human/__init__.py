"""The human study: people answer the questions of a dataset in a browser."""

from misibench.web.human.app import human_app
from misibench.web.human.export import export_runs
from misibench.web.human.settings import StudySettings
from misibench.web.human.study import Study, open_study

__all__ = ["Study", "StudySettings", "export_runs", "human_app", "open_study"]
