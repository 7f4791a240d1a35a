"""Errors are one line and keep their reason across processes."""

import pickle

from misibench.errors import DatasetError, MisiError, RefusalReason, StructureError


def test_error_is_one_line_naming_found_expected_and_remedy():
    error = MisiError("a.pdb", "no atoms\nat all", "ATOM records", "check the file")
    assert str(error) == "a.pdb: no atoms at all; expected ATOM records; check the file"


def test_a_name_that_is_not_unicode_can_be_printed():
    error = MisiError("caf\udce9.pdb", "empty")  # how Python reads a Latin-1 file name
    assert str(error).encode() == b"caf\\udce9.pdb: empty"


def test_structure_error_keeps_its_reason_when_pickled():
    error = StructureError("a.pdb", "empty", reason=RefusalReason.NO_POCKET)
    again = pickle.loads(pickle.dumps(error))
    assert again.reason is RefusalReason.NO_POCKET
    assert str(again) == str(error)


def test_dataset_error_survives_pickling():
    error = DatasetError("d", "full", "space", "free some")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
