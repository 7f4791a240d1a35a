"""A web server on the loopback address that misbehaves on request, and small mmCIF entries."""

from __future__ import annotations

import gzip
import http.server
import threading
from collections import Counter
from dataclasses import dataclass, field

import pytest

from misibench.fetch import Server

ENTRY = """data_1ABC
loop_
_pdbx_struct_assembly.id
_pdbx_struct_assembly.details
_pdbx_struct_assembly.method_details
_pdbx_struct_assembly.oligomeric_details
_pdbx_struct_assembly.oligomeric_count
{assemblies}
loop_
_pdbx_struct_assembly_gen.assembly_id
_pdbx_struct_assembly_gen.oper_expression
_pdbx_struct_assembly_gen.asym_id_list
{generators}
loop_
_pdbx_struct_oper_list.id
_pdbx_struct_oper_list.type
_pdbx_struct_oper_list.matrix[1][1]
_pdbx_struct_oper_list.matrix[1][2]
_pdbx_struct_oper_list.matrix[1][3]
_pdbx_struct_oper_list.vector[1]
_pdbx_struct_oper_list.matrix[2][1]
_pdbx_struct_oper_list.matrix[2][2]
_pdbx_struct_oper_list.matrix[2][3]
_pdbx_struct_oper_list.vector[2]
_pdbx_struct_oper_list.matrix[3][1]
_pdbx_struct_oper_list.matrix[3][2]
_pdbx_struct_oper_list.matrix[3][3]
_pdbx_struct_oper_list.vector[3]
1 'identity operation'         1 0 0 0 0 1 0 0 0 0 1 0
2 'crystal symmetry operation' -1 0 0 50 0 -1 0 0 0 0 1 0
loop_
_atom_site.group_PDB
_atom_site.id
_atom_site.type_symbol
_atom_site.label_atom_id
_atom_site.label_alt_id
_atom_site.label_comp_id
_atom_site.label_asym_id
_atom_site.label_entity_id
_atom_site.label_seq_id
_atom_site.pdbx_PDB_ins_code
_atom_site.Cartn_x
_atom_site.Cartn_y
_atom_site.Cartn_z
_atom_site.occupancy
_atom_site.B_iso_or_equiv
_atom_site.auth_seq_id
_atom_site.auth_comp_id
_atom_site.auth_asym_id
_atom_site.auth_atom_id
_atom_site.pdbx_PDB_model_num
ATOM   1 N N  . GLY A 1 1 ? 1.0 2.0 3.0 1.0 10.0 45 GLY A N  1
ATOM   2 C CA . GLY A 1 1 ? 2.4 2.0 3.0 1.0 10.0 45 GLY A CA 1
ATOM   3 N N  . GLY B 1 1 ? 9.0 2.0 3.0 1.0 10.0 45 GLY B N  1
HETATM 4 C C1 . LIG C 2 . ? 4.0 5.0 6.0 1.0 10.0 1  LIG A C1 1
#
"""
"""Written by hand: two chains, a ligand of chain A, and the operators of a dimer."""


def make_entry(assemblies: dict[str, list[tuple[str, str]]]) -> bytes:
    """Give the entry with assemblies: name -> (operators, label chains)."""
    return ENTRY.format(
        assemblies="\n".join(f"{name} author_defined_assembly ? monomer 1" for name in assemblies),
        generators="\n".join(
            f"{name} {operators} {chains}"
            for name, parts in assemblies.items()
            for operators, chains in parts
        ),
    ).encode()


WHOLE = {"1": [("1", "A,B,C")], "2": [("1,2", "A,C")]}
"""Assembly 1 is what is deposited; 2 is chain A with its ligand, twice."""


@dataclass
class Site:
    """What the server has, and how it answers.

    ``answers`` holds, by path, functions that are tried first, one per request: each gets the
    handler and the content and answers in its own way.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    answers: dict[str, list] = field(default_factory=dict)
    requests: list[tuple[str, str | None]] = field(default_factory=list)
    tags: bool = True
    url: str = ""

    @property
    def counts(self) -> Counter[str]:
        return Counter(path for path, _ in self.requests)


def tag_of(content: bytes) -> str:
    return f'"{hash(content):x}"'


def send(handler, content: bytes, *, start: int = 0, sent: int | None = None) -> None:
    handler.send_response(206 if start else 200)
    handler.send_header("Content-Length", str(len(content) - start))
    if handler.site.tags:
        handler.send_header("ETag", tag_of(content))
    if start:
        handler.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
    handler.end_headers()
    handler.wfile.write(content[start:sent])


def _cut_after(size: int):
    """Announce the whole file and close the connection after so many bytes."""

    def answer(handler, content):
        send(handler, content, sent=size)
        handler.close_connection = True

    return answer


def _status(code: int, **headers: str):
    def answer(handler, content):
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.site.requests.append((self.path, wanted))
        content = self.site.files.get(self.path)
        queue = self.site.answers.get(self.path)
        if queue:
            queue.pop(0)(self, content)
        elif content is None:
            _status(404)(self, b"")
        elif wanted and self.headers.get("If-Range") == tag_of(content):
            send(self, content, start=int(wanted.removeprefix("bytes=").rstrip("-")))
        else:
            send(self, content)

    def log_message(self, *arguments) -> None:
        pass


@pytest.fixture
def site():
    state = Site()
    handler = type("SiteHandler", (Handler,), {"site": state})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def pauses():
    """What was slept, in place of sleeping."""
    return []


@pytest.fixture
def patient(pauses):
    """A server record that never really sleeps."""
    return Server(per_second=1000, attempts=4, timeout_s=5, sleep=pauses.append, clock=lambda: 0.0)


@pytest.fixture
def whole_entry() -> bytes:
    return make_entry(WHOLE)


@pytest.fixture
def packed_entry(whole_entry) -> bytes:
    return gzip.compress(whole_entry, mtime=0)


@pytest.fixture
def cut_after():
    return _cut_after


@pytest.fixture
def status():
    return _status


@pytest.fixture
def entry():
    return make_entry
