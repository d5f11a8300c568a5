#!/usr/bin/python3
"""
Stands in for uv in tests, where none is to be had: takes the arguments and variables of `uv tool install`, asks the index
that they name, and leaves what uv leaves: an environment of its own, a link to its program, a list of its files. What is a source
alone is built, by running its `setup.py`, unless that is forbidden.
"""

import json
import os
import pathlib
import stat
import subprocess
import sys
import urllib.request

args = sys.argv[1:]
if args[:2] != ["tool", "install"]:
    sys.exit(f"error: unrecognized subcommand {args[:2]}")
valued = {"--default-index": None, "--python": None, "--with": None}
flags = set()
specs = []
rest = iter(args[2:])
for word in rest:
    if word in valued:
        valued[word] = next(rest)
    elif word in ("--no-build", "--force"):
        flags.add(word)
    elif word.startswith("-"):
        sys.exit(f"error: unexpected argument '{word}' found")
    else:
        specs.append(word)
name, _, version = specs[0].partition("==")
index = valued["--default-index"] or os.environ["UV_DEFAULT_INDEX"]
with urllib.request.urlopen(f"{index.rstrip('/')}/{name}/", timeout=20) as answer:
    found = json.load(answer)
if version not in ("", found["version"]):
    sys.exit(f"  × No solution found: there is no version of {name}=={version}")

home = pathlib.Path(os.environ["UV_TOOL_DIR"]) / name
site = home / "lib" / "python3.11" / "site-packages"
info = site / f"{name.replace('-', '_')}-{found['version']}.dist-info"
for folder in (info, home / "bin", pathlib.Path(os.environ["UV_TOOL_BIN_DIR"]), pathlib.Path(os.environ["UV_CACHE_DIR"])):
    folder.mkdir(parents=True, exist_ok=True)
if "setup" in found:
    if "--no-build" in flags:
        sys.exit(f"error: Distribution `{name}` can't be installed because it is marked as `--no-build` but has no binary distribution")
    subprocess.run([sys.executable, "-c", found["setup"]], check=True, cwd=site)
program = home / "bin" / name
program.write_text("#!/usr/bin/python3\n" + found["program"])
program.chmod(program.stat().st_mode | stat.S_IXUSR)
(info / "RECORD").write_text(f"../../../bin/{name},sha256=x,{len(found['program'])}\n")
link = pathlib.Path(os.environ["UV_TOOL_BIN_DIR"]) / name
link.unlink(missing_ok=True)
link.symlink_to(program)
print(f"Installed 1 executable: {name}", file=sys.stderr)
