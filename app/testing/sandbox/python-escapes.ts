/** The same attempts by a server that is written in Python, with system calls of its own; see `sandbox-escapes.ts`. */
import type { SandboxEscape } from './sandbox-escapes'

const way = (what: string, code: string, without: SandboxEscape['without'] = 'no'): SandboxEscape => ({
  what,
  code,
  without
})
const inHome = (name: string) => `at["home"] + "/${name}"`

export const pythonEscapes: readonly SandboxEscape[] = [
  way('reads a file of the home', `return read(at["diary"])`, 'yes'),
  way('reads a private key', `return read(at["key"])`, 'yes'),
  way('lists the home', `return found(os.listdir(at["home"]), lambda name: name == "diary.txt")`, 'yes'),
  way('reads the vault of Parley', `return read(at["vault"])`, 'yes'),
  way('reads the history of Parley', `return read(at["history"])`, 'yes'),
  way('reads the settings of Parley', `return read(at["settings"])`, 'yes'),
  way('writes the settings of Parley', `return write(at["settings"])`, 'yes'),
  way('writes the profile of the shell', `return write(${inHome('.bashrc')})`, 'yes'),
  way('writes a new file into the home', `return write(${inHome('new.txt')}, "w")`, 'yes'),
  way('writes into a folder that is open for reading', `return write(at["open"] + "/page.md")`, 'yes'),
  way('writes its own program', `return write(at["program"])`, 'yes'),
  way('writes the library of its runtime', `return write(os.__file__)`),
  way('writes a hook that git would run', `return write(at["work"] + "/.git/hooks/pre-commit")`, 'yes'),
  way('reads the folder of another server', `return read(at["other"] + "/notes.txt")`, 'yes'),
  way('reads a temporary file of another program', `return read(at["temporary"])`, 'yes'),
  way('climbs out of an open folder', `return read(at["open"] + "/../diary.txt")`, 'yes'),
  way(
    'reads by way of a link of its own',
    `link = at["work"] + "/link-of-python"\nos.symlink(at["key"], link)\ntry:\n    return read(link)\nfinally:\n    os.unlink(link)`,
    'yes'
  ),
  way(
    'gives a file of the home a second name',
    `return os.link(at["key"], at["work"] + "/name-of-python") or "linked"`,
    'yes'
  ),
  way('reads by way of another process', `return read("/proc/1/root" + at["key"])`),
  way(
    'finds a descriptor that leads out',
    `return found(os.listdir("/proc/self/fd"), lambda each: os.readlink("/proc/self/fd/" + each).startswith(at["testFolder"]))`
  ),
  way('talks to an agent through its socket', `return hear(socket.AF_UNIX, at["agent"])`, 'yes'),
  way('talks to Docker through its socket', `return hear(socket.AF_UNIX, "/var/run/docker.sock")`),
  way('talks to the message bus', `return hear(socket.AF_UNIX, "/run/dbus/system_bus_socket")`),
  way(
    'reads the clipboard through the display, which has a socket without a file',
    String.raw`return hear(socket.AF_UNIX, "\0" + at["abstract"])`
  ),
  way('reads the clipboard through the socket of X11', `return hear(socket.AF_UNIX, "/tmp/.X11-unix/X0")`),
  way('reaches a service of this computer', `return hear(socket.AF_INET, ("127.0.0.1", at["port"]))`, 'yes'),
  way(
    'reaches a service of this computer through the proxy',
    `return urllib.request.urlopen("http://127.0.0.1:%d/" % at["port"], timeout=5).read()`
  ),
  way('reaches an address without a name', `return hear(socket.AF_INET, ("192.0.2.1", 80))`),
  way('asks for a name', `return socket.getaddrinfo("parley.example.com", 443)`),
  way(
    'sends a datagram',
    `return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.53", 53))`
  ),
  way('opens a raw socket', `return socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)`, 'root'),
  way('talks to the machine below this one', `return call(41, 40, 1, 0)`, 'yes'),
  way('talks to the cryptography of the kernel', `return call(41, 38, 5, 0)`),
  way('keeps a key in the ring of the session', `return call(248, b"user", b"parley", b"x", 1, -3)`, 'yes'),
  way('reads the key ring of the session', `return call(250, 0, -3, 0)`, 'yes'),
  way('makes namespaces of its own', `return call(272, 0x10000000)`),
  way('loads a program into the kernel', `return call(321, 0, 0, 0)`),
  way(
    'observes the processor',
    `return os.strerror(ctypes.get_errno()) if call(298, 0, 0, -1, -1, 0) else ""`
  ),
  way(
    'takes the queue of the kernel for files and sockets',
    `return call(425, 1, ctypes.create_string_buffer(120))`,
    'yes'
  ),
  way('mounts', `return run("mount", "-t", "tmpfs", "none", "/tmp")`),
  way('types into the terminal', `return open("/dev/tty", "w") and "opened"`),
  way(
    'sees memory that programs share in the old way',
    `return found(read("/proc/sysvipc/shm").split("\\n"), lambda line: line.split()[1:2] == [at["memory"]])`,
    'yes'
  ),
  way(
    'sees other processes',
    `return found(filter(str.isdigit, os.listdir("/proc")), lambda each: at["mark"] in read("/proc/" + each + "/cmdline"))`,
    'yes'
  ),
  way(
    'reads the environment of other processes',
    `return found(filter(str.isdigit, os.listdir("/proc")), lambda each: at["secret"] in read("/proc/" + each + "/environ"))`,
    'yes'
  ),
  way('reads the environment of Parley in its own', `return os.environ[at["variable"]]`),
  way('signals another process', `return os.kill(at["process"], 0) or "signalled"`, 'yes'),
  way('opens the memory of another process', `return open("/proc/%d/mem" % at["process"], "rb")`, 'yes'),
  way(
    'reads the environment of a process whose number it knows',
    `return read("/proc/%d/environ" % at["process"])`,
    'yes'
  ),
  way('changes the kernel', `return open("/proc/sys/kernel/hostname", "r+")`, 'root'),
  way('asks the kernel to restart', `return open("/proc/sysrq-trigger", "w")`),
  way('reads the memory of the kernel', `return open("/proc/kcore", "rb").read(1)`),
  way('changes a device', `return os.listdir("/sys")[0]`, 'yes'),
  way('reads memory that programs share', `return read("/dev/shm/" + at["shared"])`, 'yes'),
  way('reads the passwords of the system', `return read("/etc/shadow")`, 'root'),
  way(
    'learns the name of this computer',
    `return found([os.uname().nodename], lambda name: name == at["hostname"])`,
    'yes'
  ),
  way('has itself started by the system', `return write("/etc/cron.d/parley-python", "w")`),
  way(
    'fills the memory by its temporary files',
    `with open("/tmp/large", "wb") as file:\n    for _ in range(20):\n        file.write(bytes(16_777_216))\nreturn "filled"`
  )
]
