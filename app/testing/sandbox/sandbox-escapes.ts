/**
 * Attempts of a hostile server to access what the sandbox blocks. Each is a piece of a program that returns something
 * when it succeeds and throws when it doesn't; `at` has the locations.
 */
export interface SandboxEscape {
  readonly what: string
  readonly code: string
  /**
   * Whether it succeeds without a sandbox, which shows that the attempt is real. `root`: only when the tests run as
   * root. `no`: it needs what this computer may not have, or would do harm.
   */
  readonly without: 'yes' | 'root' | 'no'
}

const read = (file: string) => `return fs.readFileSync(${file}, 'utf8')`
const write = (file: string) => `return fs.appendFileSync(${file}, '\\n') ?? 'written'`
const run = (program: string, args: string) =>
  `return String(cp.execFileSync('${program}', ${args}, { timeout: 5000, stdio: 'pipe' })) || 'ran'`
const found = (list: string, test: string) =>
  `const found = ${list}.filter((each) => { try { return ${test} } catch { return false } })
   if (found.length === 0) throw new Error('nothing found')
   return found`
const processes = `fs.readdirSync('/proc').filter((name) => Number(name) > 0)`

export const sandboxEscapes: readonly SandboxEscape[] = [
  { what: 'reads a file of the home', code: read('at.diary'), without: 'yes' },
  { what: 'reads a private key', code: read('at.key'), without: 'yes' },
  { what: 'lists the home', code: found('fs.readdirSync(at.home)', `each === 'diary.txt'`), without: 'yes' },
  { what: 'reads the vault of Parley', code: read('at.vault'), without: 'yes' },
  { what: 'reads the history of Parley', code: read('at.history'), without: 'yes' },
  { what: 'reads the settings of Parley', code: read('at.settings'), without: 'yes' },
  { what: 'writes the settings of Parley', code: write('at.settings'), without: 'yes' },
  { what: 'writes the profile of the shell', code: write(`path.join(at.home, '.bashrc')`), without: 'yes' },
  {
    what: 'starts itself with the desktop',
    code: `fs.mkdirSync(path.join(at.home, '.config/autostart'), { recursive: true }); ${write(`path.join(at.home, '.config/autostart/x.desktop')`)}`,
    without: 'yes'
  },
  { what: 'writes a new file into the home', code: write(`path.join(at.home, 'new.txt')`), without: 'yes' },
  {
    what: 'writes into a folder that is open for reading',
    code: write(`path.join(at.open, 'page.md')`),
    without: 'yes'
  },
  {
    what: 'changes the rights of a file that it may read',
    code: `return fs.chmodSync(path.join(at.open, 'page.md'), 0o777) ?? 'changed'`,
    without: 'yes'
  },
  { what: 'writes its own program', code: write('at.program'), without: 'yes' },
  {
    what: 'writes into its own package',
    code: write(`path.join(path.dirname(at.program), 'package.json')`),
    without: 'yes'
  },
  {
    what: 'writes the program that runs it',
    code: `return fs.openSync(process.execPath, 'r+')`,
    without: 'no'
  },
  {
    what: 'writes a hook that git would run',
    code: write(`path.join(at.work, '.git/hooks/pre-commit')`),
    without: 'yes'
  },
  {
    what: 'reads the folder of another server',
    code: read(`path.join(at.other, 'notes.txt')`),
    without: 'yes'
  },
  { what: 'reads a temporary file of another program', code: read('at.temporary'), without: 'yes' },
  { what: 'climbs out of an open folder', code: read(`at.open + '/../diary.txt'`), without: 'yes' },
  {
    what: 'reads by way of a link of its own',
    code: `const link = path.join(at.work, 'way'); fs.rmSync(link, { force: true }); fs.symlinkSync(at.key, link); ${read('link')}`,
    without: 'yes'
  },
  {
    what: 'reads by way of a second name of a file',
    code: `const name = path.join(at.work, 'name'); fs.rmSync(name, { force: true }); fs.linkSync(at.key, name); ${read('name')}`,
    without: 'yes'
  },
  {
    what: 'moves a file out',
    code: `const from = path.join(at.work, 'from'); fs.writeFileSync(from, ''); return fs.renameSync(from, path.join(at.home, 'moved')) ?? 'moved'`,
    without: 'yes'
  },
  { what: 'reads by way of another process', code: read(`'/proc/1/root' + at.key`), without: 'no' },
  {
    what: 'finds a descriptor that leads out',
    code: found(
      `fs.readdirSync('/proc/self/fd')`,
      `fs.readlinkSync('/proc/self/fd/' + each).startsWith(at.testFolder)`
    ),
    without: 'no'
  },
  { what: 'talks to an agent through its socket', code: 'return await hear(at.agent)', without: 'yes' },
  {
    what: 'talks to Docker through its socket',
    code: `return await hear('/var/run/docker.sock')`,
    without: 'no'
  },
  {
    what: 'talks to the message bus',
    code: `return await hear('/run/dbus/system_bus_socket')`,
    without: 'no'
  },
  {
    what: 'talks to the display, which has a socket without a file',
    code: String.raw`return await hear('\0' + at.abstract)`,
    without: 'yes'
  },
  {
    what: 'reaches a service of this computer',
    code: `return await hear(at.port, '127.0.0.1')`,
    without: 'yes'
  },
  {
    what: 'reaches a service of this computer over IPv6',
    code: `return await hear(at.port6, '::1')`,
    without: 'no'
  },
  { what: 'reaches an address without a name', code: `return await hear(80, '192.0.2.1')`, without: 'no' },
  { what: 'asks for a name', code: `return await dns.lookup('parley.example.com')`, without: 'no' },
  {
    what: 'asks a name server itself',
    code: `dns.setServers(['192.0.2.53']); return await dns.resolve4('parley.example.com')`,
    without: 'no'
  },
  {
    what: 'sends a datagram',
    code: `return await new Promise((resolve, reject) => dgram.createSocket('udp4').send('x', 53, '192.0.2.53', (error) => error ? reject(error) : resolve('sent')))`,
    without: 'no'
  },
  {
    what: 'sees other processes',
    code: found(processes, `fs.readFileSync('/proc/' + each + '/cmdline', 'utf8').includes(at.mark)`),
    without: 'yes'
  },
  {
    what: 'reads the environment of other processes',
    code: found(processes, `fs.readFileSync('/proc/' + each + '/environ', 'utf8').includes(at.secret)`),
    without: 'yes'
  },
  {
    what: 'reads the environment of Parley in its own',
    code: `if (process.env[at.variable] === undefined) throw new Error('not there'); return process.env[at.variable]`,
    without: 'no'
  },
  { what: 'signals another process', code: `return process.kill(at.process, 0)`, without: 'yes' },
  {
    what: 'opens the memory of another process',
    code: `return fs.openSync('/proc/' + at.process + '/mem', 'r')`,
    without: 'yes'
  },
  {
    what: 'reads the environment of a process whose number it knows',
    code: read(`'/proc/' + at.process + '/environ'`),
    without: 'yes'
  },
  {
    what: 'enters the namespaces of another process',
    code: run('nsenter', `['-t', '1', '-m', 'true']`),
    without: 'no'
  },
  { what: 'makes namespaces of its own', code: run('unshare', `['-Ur', 'true']`), without: 'no' },
  { what: 'mounts', code: run('mount', `['-t', 'tmpfs', 'none', '/tmp']`), without: 'no' },
  { what: 'takes a wall away', code: run('umount', `['/proc/sys']`), without: 'no' },
  { what: 'makes a folder its root', code: run('chroot', `['/', 'true']`), without: 'root' },
  {
    what: 'makes a device',
    code: `${run('mknod', `['/tmp/device' + Math.random(), 'b', '254', '0']`)}`,
    without: 'no'
  },
  {
    what: 'opens a disk',
    code: found(`fs.readdirSync('/dev')`, `fs.lstatSync('/dev/' + each).isBlockDevice()`),
    without: 'no'
  },
  {
    what: 'changes the kernel',
    code: `return fs.openSync('/proc/sys/kernel/hostname', 'r+')`,
    without: 'root'
  },
  { what: 'changes a device', code: `return fs.readdirSync('/sys').length`, without: 'yes' },
  { what: 'reads memory that programs share', code: read(`'/dev/shm/' + at.shared`), without: 'yes' },
  { what: 'reads the passwords of the system', code: read(`'/etc/shadow'`), without: 'root' },
  {
    what: 'learns the name of this computer',
    code: `if (os.hostname() !== at.hostname) throw new Error('another name'); return os.hostname()`,
    without: 'yes'
  },
  { what: 'learns the number of this computer', code: read(`'/etc/machine-id'`), without: 'no' },
  { what: 'has itself started by the system', code: write(`'/etc/cron.d/parley-test'`), without: 'no' },
  {
    what: 'fills the memory by its temporary files',
    code: `const part = Buffer.alloc(16_777_216); const file = fs.openSync('/tmp/large', 'w'); for (let count = 0; count < 20; count += 1) fs.writeSync(file, part); return 'filled'`,
    without: 'no'
  }
]
