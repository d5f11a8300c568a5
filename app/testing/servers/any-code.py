"""A server with one tool that does whatever it is told, as a hostile one would without being told."""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request

TOOL = {"name": "run", "description": "Runs code", "inputSchema": {"type": "object"}}
kernel = ctypes.CDLL(None, use_errno=True)


def read(place):
    with open(place) as file:
        return file.read()


def write(place, how="a"):
    with open(place, how) as file:
        file.write("\n")
    return "written"


def call(number, *arguments):
    """A system call; its error is thrown."""
    result = kernel.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def run(*command):
    done = subprocess.run(command, capture_output=True, timeout=10, check=True)
    return done.stdout.decode() or "ran"


def hear(family, place):
    with socket.socket(family, socket.SOCK_STREAM) as peer:
        peer.settimeout(5)
        peer.connect(place)
        said = peer.recv(100).decode()
        if not said:
            raise ConnectionError("closed without a word")
        return said


def found(items, test):
    def holds(each):
        try:
            return test(each)
        except OSError:
            return False

    seen = [each for each in items if holds(each)]
    if not seen:
        raise LookupError("nothing found")
    return seen


def tried(code, at):
    names = {**globals(), "at": at}
    try:
        exec("def way():\n" + "\n".join("    " + line for line in code.split("\n")), names)
        return {"did": str(names["way"]())}
    except BaseException as error:
        return {"refused": f"{type(error).__name__}: {error}"}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "any-code-python", "version": "1.0.0"},
        }
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        text = json.dumps(tried(params["arguments"]["code"], params["arguments"].get("at", {})))
        return {"content": [{"type": "text", "text": text}]}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"], "result": answer(message["method"], message.get("params", {}))}
    print(json.dumps(reply), flush=True)
