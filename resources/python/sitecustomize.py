# Loaded by Python into a contained server before its own code: files that the walls keep from it, and what it writes, are
# reported to Parley's proxy, so that the person can see them. A hint: nothing is decided by it. It changes nothing that the
# program sees, says nothing, and does nothing where there is no proxy. For Python 3.8 and later; older ones pass it by.
import os
import sys


def watch():
    add_hook = getattr(sys, "addaudithook", None)
    address = os.environ.get("HTTPS_PROXY") or os.environ.get("HTTP_PROXY") or ""
    word = address.partition("://")[2].rpartition("@")[0]
    if add_hook is None or word == "":
        return
    # Bound here, as the program may put others in their place.
    open_file, makedev = open, os.makedev
    access, stat, lexists, islink = os.access, os.stat, os.path.lexists, os.path.islink
    abspath, realpath, dirname = os.path.abspath, os.path.realpath, os.path.dirname
    fsdecode, getcwd, frame = os.fsdecode, os.getcwd, sys._getframe
    readable, writable, usable = os.R_OK, os.W_OK, os.W_OK | os.X_OK
    writing, creating, exclusive = os.O_WRONLY | os.O_RDWR, os.O_CREAT, os.O_EXCL

    # The socket of the proxy, as `sandbox/relay.ts` names it: there before the program, and no port that it may miss.
    channel = "/tmp/.parley-network"
    importer = "<frozen importlib._bootstrap_external>"
    # As many as the runtime of Node tells; what is written or temporary leaves some of them for what matters more.
    most, most_usual, most_at_once, longest = 500, 400, 50, 1000
    patience = 0.25
    reported = set()
    waiting, missed, slow, covers = [], [], [], []
    everybody = ("/tmp/", "/dev/", "/proc/", "/sys/", "/run/")
    # The server's private folder stands in the place of the user's home, or a folder in memory where it has none.
    home = (os.environ.get("HOME") or "/home").rstrip("/") + "/"

    def report(kind, path):
        is_usual = kind == "wrote" or path.startswith(everybody)
        if (kind, path) in reported or len(reported) >= (most_usual if is_usual else most):
            return
        if len(path) > longest or min(path) < " ":
            return
        reported.add((kind, path))
        text = path.replace("\\", "\\\\").replace('"', '\\"')
        waiting.append('{"access":"%s","path":"%s"}' % (kind, text))
        if len(missed) < 3:
            send(kind != "wrote")

    def send(waits):
        from _socket import AF_UNIX, SOCK_STREAM, socket
        from binascii import b2a_base64

        said = waiting[:most_at_once]
        del waiting[:most_at_once]
        body = ("[" + ",".join(said) + "]").encode("utf-8", "surrogateescape")
        head = "POST /parley/files HTTP/1.1\r\nHost: parley\r\nConnection: close\r\nProxy-Authorization: Basic "
        head += b2a_base64(word.encode(), newline=False).decode() + "\r\nContent-Length: %d\r\n\r\n" % len(body)
        line = socket(AF_UNIX, SOCK_STREAM)
        try:
            line.settimeout(patience)
            line.connect(channel)
            line.sendall(head.encode() + body)
        except OSError:
            waiting[:0] = said
            missed.append(1)
            waits = False
        try:
            # Told before the call that tried it has its answer; a host that has no time is not waited for again.
            if waits and len(slow) < 3:
                line.recv(1024)
        except OSError:
            slow.append(1)
        finally:
            line.close()

    def is_cover(path):
        """Whether the walls put something else there: a file system in memory, or the processes of their own."""
        if not covers:
            # First of all: opening the list comes here again.
            covers.append(-1)
            with open_file("/proc/self/mountinfo", "rb") as lines:
                for line in lines:
                    parts = line.split()
                    if parts[parts.index(b"-") + 1] in (b"tmpfs", b"proc"):
                        major, minor = parts[2].split(b":")
                        covers.append(makedev(int(major), int(minor)))
        while True:
            try:
                return stat(path).st_dev in covers
            except OSError:
                above = dirname(path)
                if above == path:
                    return True
                path = above

    def named(path):
        """None: no path, a descriptor for instance."""
        if not isinstance(path, (str, bytes)):
            pathlib = sys.modules.get("pathlib")
            if pathlib is None or not isinstance(path, pathlib.PurePath):
                return None
        return abspath(fsdecode(path))

    def followed(path):
        # What a link leads to is what is refused.
        place = named(path)
        return realpath(place) if place is not None and islink(place) else place

    def wrote(place):
        if not place.startswith(everybody) and not is_cover(place):
            report("wrote", place)

    def read(path):
        if isinstance(path, int) or (access(path, readable) and path != "/proc/kcore"):
            return
        place = followed(path)
        # What is missing where the sandbox put nothing is missing altogether. Parley looks whether the user has it.
        if place is not None and (place.startswith(("/proc/", home)) or is_cover(place)):
            report("read", place)

    def change(path, makes=False):
        place = followed(path)
        if place is None:
            return
        is_there = lexists(place)
        if makes and not is_there:
            make(place)
        elif access(place, writable):
            wrote(place)
        elif is_there or is_cover(place):
            report("write", place)

    def may_make(path):
        """Also to take it away; else it is reported."""
        place = named(path)
        if place is None or access(dirname(place), usable):
            return place
        report("write", place)
        return None

    def make(path):
        place = may_make(path)
        if place is not None:
            wrote(place)

    def is_beside(folder, path):
        """Whether it is to be looked for from another folder than that of the program."""
        return folder != -1 and not fsdecode(path).startswith("/")

    def opened(path, mode, flags):
        # Of a path without a root nobody says here from which folder.
        if isinstance(path, int) or (mode is None and is_beside(None, path)):
            return
        if not flags & writing:
            read(path)
        elif not (flags & exclusive and lexists(path)):
            change(path, flags & creating)

    def listed(path=None, *_):
        if path is None or isinstance(path, int):
            return
        if not access(path, readable):
            return read(path)
        place = named(path)
        if place is None or place == "/" or (place + "/").startswith(everybody) or not is_cover(place):
            return
        # Empty, in the place of the person's. Libraries look for packages in passing.
        if place != getcwd() and place not in [abspath(each) for each in sys.path if isinstance(each, str)]:
            report("read", place)

    def made(path, _mode=None, folder=-1):
        if not is_beside(folder, path) and not lexists(path):
            make(path)

    def is_sought(path):
        # What is missing, and in no place of the walls, is missing altogether.
        return lexists(path) or is_cover(named(path))

    def removed(path, folder=-1):
        if not is_beside(folder, path) and is_sought(path):
            make(path)

    def renamed(old, new, old_folder=-1, new_folder=-1):
        if is_beside(old_folder, old) or is_beside(new_folder, new) or not is_sought(old):
            return
        places = may_make(old), may_make(new)
        if None not in places:
            wrote(places[1])

    def linked(old, new, old_folder=-1, new_folder=-1):
        if is_beside(old_folder, old) or is_beside(new_folder, new):
            return
        read(old)
        place = may_make(new)
        if place is not None and lexists(old):
            wrote(place)

    def symlinked(_target, new, folder=-1):
        if not is_beside(folder, new):
            make(new)

    def changed(path, *more):
        if not is_beside(more[-1], path):
            change(path)

    def truncated(path, _length):
        change(path)

    def database(path):
        place = named(path)
        if place is not None and not str(path).startswith(("file:", ":memory:")) and path != "" and not lexists(place):
            make(place)

    looks = {
        "open": opened,
        "os.listdir": listed,
        "os.scandir": listed,
        "os.mkdir": made,
        "os.rename": renamed,
        "os.remove": removed,
        "os.rmdir": removed,
        "os.link": linked,
        "os.symlink": symlinked,
        "os.chmod": changed,
        "os.chown": changed,
        "os.utime": changed,
        "os.truncate": truncated,
        "sqlite3.connect": database,
    }

    def hook(event, values):
        look = looks.get(event)
        if look is None:
            return
        try:
            # What imports look for and keep beside their files they do in passing.
            if frame(1).f_code.co_filename != importer:
                look(*values)
        except Exception:
            pass

    add_hook(hook)


if __name__ == "sitecustomize":
    try:
        watch()
    except Exception:
        pass
    # As if this file were not there: the next one of its name is loaded under that name, or there is none.
    own = sys.modules.pop(__name__)
    room = os.path.dirname(__file__)
    sys.path[:] = [each for each in sys.path if each != room]
    sys.path_importer_cache.pop(room, None)
    import sitecustomize
