"""Law 10: importing does nothing, and a gate run loads no library that it does not need."""

import json
import os
import subprocess
import sys

import pytest

import claimgauge

# Runs in a process of its own: what the interpreter is asked to do while `TASK` runs, and what it has loaded after.
WATCHED = """
import json, sys

before, seen = set(sys.modules), []
TOUCHES = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.mkdir", "os.rename",
           "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.putenv", "os.kill", "shutil.",
           "tempfile.", "urllib.", "sqlite3.", "webbrowser.")

def watch(event, arguments):
    if event.startswith(TOUCHES):
        seen.append(event)
    if event == "open" and not (arguments[1] is None and not arguments[2] & 3 or arguments[1] in ("r", "rb")):
        seen.append(f"open {arguments}")

sys.addaudithook(watch)
TASK
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(json.dumps({"seen": seen, "loaded": sorted(loaded - sys.stdlib_module_names)}))
"""

A_GATE_RUN = {"claimgauge", "msgspec", "rfc8785", "typing_extensions"}  # the last one by msgspec, where it is installed


def watched(task, folder):
    """What `task` does to the machine, and the roots of the modules it loads beyond the standard library."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED.replace("TASK", task)],
        cwd=folder,
        env=os.environ | {"HOME": str(folder), "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert list(folder.iterdir()) == []
    return json.loads(done.stdout)


def test_the_watch_sees_what_it_is_there_to_see(tmp_path):
    task = "import socket, subprocess; socket.socket().close(); open('/dev/null', 'w').close()"
    seen = watched(task, tmp_path)["seen"]
    assert ["socket.__new__", "open"] == [event.partition(" ")[0] for event in seen]


def test_import_claimgauge_touches_nothing_and_loads_no_third_party_but_msgspec(tmp_path):
    done = watched("import claimgauge", tmp_path)
    assert done["seen"] == []
    assert {"claimgauge", "msgspec"}.issuperset(done["loaded"])


def test_loading_every_public_name_touches_nothing(tmp_path):
    done = watched("import claimgauge\nfor name in claimgauge.__all__: getattr(claimgauge, name, None)", tmp_path)
    assert done["seen"] == []
    assert A_GATE_RUN.issuperset(done["loaded"])


def test_a_gate_run_loads_msgspec_and_the_canonical_form_and_nothing_else(tmp_path):
    task = (
        "import io, claimgauge\n"
        "row = next(claimgauge.read_stream(io.BytesIO(b'{\"nodes\": 7}\\n{}'), name='file'))\n"
        "row = claimgauge.verify(claimgauge.Case(), 'cards')\n"
        "assert row.preset == 'strict'"
    )
    done = watched(task, tmp_path)
    assert done["seen"] == []
    assert A_GATE_RUN.issuperset(done["loaded"])


@pytest.mark.parametrize("name", claimgauge.__all__)
def test_every_public_name_resolves(name):
    assert getattr(claimgauge, name) is not None
    assert name in dir(claimgauge)


def test_a_name_that_is_not_public_is_refused_with_those_that_are():
    with pytest.raises(AttributeError, match=r"no attribute 'judge'; it has .*load_verifier"):
        _ = claimgauge.judge
