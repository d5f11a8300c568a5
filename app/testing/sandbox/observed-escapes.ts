/**
 * Which escape attempts Parley observes, with its message, and which are blocked silently. File attempts of a server
 * for Node.js or Python are known from its runtime; sockets and network of every server from the system.
 */

/** They end in the server's private folder, if there is one, and change none of the user's files. */
export const intoOwnHome: ReadonlySet<string> = new Set([
  'lists the home',
  'writes the profile of the shell',
  'starts itself with the desktop',
  'writes a new file into the home'
])

/** `asked`: the question for a host is open. Names in braces are places of the fixture. */
export const observeNodeEscapes: Readonly<Record<string, string>> = {
  'reads a file of the home': 'read {diary}',
  'reads a private key': 'read {key}',
  'lists the home': 'read {home}',
  'reads the vault of Parley': 'read {vault}',
  'reads the history of Parley': 'read {history}',
  'reads the settings of Parley': 'read {settings}',
  'writes the settings of Parley': 'write {settings}',
  'writes the profile of the shell': 'write {home}/.bashrc',
  'starts itself with the desktop': 'write {home}/.config/autostart',
  'writes a new file into the home': 'write {home}/new.txt',
  'writes into a folder that is open for reading': 'write {open}/page.md',
  'changes the rights of a file that it may read': 'write {open}/page.md',
  'writes its own program': 'write {program}',
  'writes the program that runs it': 'write {runtime}',
  'writes into its own package': 'write {testFolder}/program/package.json',
  'writes a hook that git would run': 'write {work}/.git/hooks/pre-commit',
  'reads the folder of another server': 'read {other}/notes.txt',
  'reads a temporary file of another program': 'read {temporary}',
  'climbs out of an open folder': 'read {diary}',
  'reads by way of a link of its own': 'read {key}',
  'reads by way of a second name of a file': 'read {key}',
  'reads by way of another process': 'read /proc/1/root{key}',
  'talks to an agent through its socket': 'talk {agent}',
  'talks to Docker through its socket': 'talk /var/run/docker.sock',
  'talks to the message bus': 'talk /run/dbus/system_bus_socket',
  'reaches a service of this computer': 'asked 127.0.0.1',
  'reaches a service of this computer over IPv6': 'asked ::1',
  'reaches an address without a name': 'asked 192.0.2.1',
  'asks for a name': 'names ',
  'asks a name server itself': 'addresses ',
  'sends a datagram': 'addresses ',
  'opens the memory of another process': 'read /proc/{process}/mem',
  'reads the environment of a process whose number it knows': 'read /proc/{process}/environ',
  'changes the kernel': 'write /proc/sys/kernel/hostname',
  'reads memory that programs share': 'read /dev/shm/{shared}',
  'reads the passwords of the system': 'read /etc/shadow',
  'has itself started by the system': 'write /etc/cron.d/parley-test'
}

export const observePythonEscapes: Readonly<Record<string, string>> = {
  'reads a file of the home': 'read {diary}',
  'reads a private key': 'read {key}',
  'lists the home': 'read {home}',
  'reads the vault of Parley': 'read {vault}',
  'reads the history of Parley': 'read {history}',
  'reads the settings of Parley': 'read {settings}',
  'writes the settings of Parley': 'write {settings}',
  'writes the profile of the shell': 'write {home}/.bashrc',
  'writes a new file into the home': 'write {home}/new.txt',
  'writes into a folder that is open for reading': 'write {open}/page.md',
  'writes its own program': 'write {program}',
  'writes the library of its runtime': 'write {library}',
  'writes a hook that git would run': 'write {work}/.git/hooks/pre-commit',
  'reads the folder of another server': 'read {other}/notes.txt',
  'reads a temporary file of another program': 'read {temporary}',
  'climbs out of an open folder': 'read {diary}',
  'reads by way of a link of its own': 'read {key}',
  'gives a file of the home a second name': 'read {key}',
  'reads by way of another process': 'read /proc/1/root{key}',
  'opens the memory of another process': 'read /proc/{process}/mem',
  'reads the environment of a process whose number it knows': 'read /proc/{process}/environ',
  'changes the kernel': 'write /proc/sys/kernel/hostname',
  'asks the kernel to restart': 'write /proc/sysrq-trigger',
  'reads the memory of the kernel': 'read /proc/kcore',
  'reads memory that programs share': 'read /dev/shm/{shared}',
  'reads the passwords of the system': 'read /etc/shadow',
  'has itself started by the system': 'write /etc/cron.d/parley-python',
  'talks to an agent through its socket': 'talk {agent}',
  'talks to Docker through its socket': 'talk /var/run/docker.sock',
  'talks to the message bus': 'talk /run/dbus/system_bus_socket',
  'reads the clipboard through the socket of X11': 'talk /tmp/.X11-unix/X0',
  'reaches a service of this computer': 'ports ',
  'reaches a service of this computer through the proxy': 'asked 127.0.0.1',
  'reaches an address without a name': 'addresses ',
  'asks for a name': 'names ',
  'sends a datagram': 'addresses '
}

/** Why nothing is reported. */
export const inSilence: Readonly<Record<string, string>> = {
  ...because('a folder of the system is looked at in passing, and what is missing in it is no error', [
    'changes a device',
    'opens a disk'
  ]),
  ...because('there are no others for it to find', [
    'finds a descriptor that leads out',
    'sees other processes',
    'reads the environment of other processes',
    'reads the environment of Parley in its own',
    'signals another process',
    'learns the name of this computer',
    'sees memory that programs share in the old way'
  ]),
  ...because('the kernel refuses the call and tells its caller alone', [
    'enters the namespaces of another process',
    'makes namespaces of its own',
    'mounts',
    'takes a wall away',
    'makes a folder its root',
    'makes a device',
    'opens a raw socket',
    'talks to the machine below this one',
    'talks to the cryptography of the kernel',
    'keeps a key in the ring of the session',
    'reads the key ring of the session',
    'loads a program into the kernel',
    'observes the processor',
    'takes the queue of the kernel for files and sockets',
    'types into the terminal'
  ]),
  ...because('a socket without a file is looked for in its own network, where it is not', [
    'talks to the display, which has a socket without a file',
    'reads the clipboard through the display, which has a socket without a file'
  ]),
  ...because('it would end in the private folder of the server', ['moves a file out']),
  ...because('programs do it in passing all the time', ['learns the number of this computer']),
  ...because('it is a limit: writing fails', ['fills the memory by its temporary files'])
}

function because(reason: string, ways: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(ways.map((way) => [way, reason]))
}
