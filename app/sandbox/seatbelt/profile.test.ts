/**
 * What a server may do under a profile of macOS, answered by an evaluator of its rules. No profile was ever read by
 * macOS itself.
 */
import { describe, expect, it } from 'vitest'
import { HostError } from '../../base/host-error'
import { readProfile } from '../../testing/sandbox/seatbelt-evaluator'
import { writeProfile, type SeatbeltAccess } from './profile'

const home = '/Users/ada'
const privateHome = `${home}/Library/Application Support/Parley/homes/notes-1/home`
const temporary = '/private/var/folders/xy/T/parley-server-1'
const base: SeatbeltAccess = {
  places: [
    { path: `${home}/Library/Application Support/Parley`, access: 'closed' },
    { path: `${home}/Library/Keychains`, access: 'closed' },
    { path: '/opt/homebrew', access: 'read' },
    { path: `${home}/notes`, access: 'read' },
    { path: `${home}/project`, access: 'write' },
    { path: `${home}/project/.git/hooks`, access: 'read' },
    { path: privateHome, access: 'write' },
    { path: temporary, access: 'write' }
  ],
  links: [`${home}/.local/bin/tool`],
  socketFolders: [privateHome, temporary],
  proxyPort: 4_100,
  listens: [3_334]
}
const profileOf = (more: Partial<SeatbeltAccess> = {}) => readProfile(writeProfile({ ...base, ...more }))
const withPlaces = (...places: SeatbeltAccess['places']) => profileOf({ places: [...base.places, ...places] })

const read = 'file-read-data'
const look = 'file-read-metadata'
const write = 'file-write-data'
const create = 'file-write-create'
const remove = 'file-write-unlink'

describe('a server with a folder to read, a project to write, and a proxy', () => {
  it.each<[string, string, string, boolean]>([
    // Its own
    ['starts a program of the system', 'process-exec', '/bin/sh', true],
    ['starts its installed runtime', 'process-exec', '/opt/homebrew/bin/node', true],
    ['loads a library of the system', 'file-map-executable', '/usr/lib/dyld', true],
    ['reads the root, as the loader does', read, '/', true],
    ['reads system settings', read, '/private/etc/hosts', true],
    ['reads random bytes', read, '/dev/urandom', true],
    ['writes to nothing', write, '/dev/null', true],
    ['writes in its private home', create, `${privateHome}/.cache/a`, true],
    ['writes in its temporary folder', create, `${temporary}/a`, true],
    ['starts what it wrote', 'process-exec', `${temporary}/a`, true],
    ['reads its folder', read, `${home}/notes/a.md`, true],
    ['reads the folder itself', read, `${home}/notes`, true],
    ['writes its project', create, `${home}/project/a.ts`, true],
    ['removes a file of its project', remove, `${home}/project/a.ts`, true],
    ['reads a link to its program', read, `${home}/.local/bin/tool`, true],
    // Not its own
    ['reads ~/.ssh', read, `${home}/.ssh/id_ed25519`, false],
    ['sees that ~/.ssh exists', look, `${home}/.ssh`, false],
    ['lists the home', read, home, false],
    ['reads the next folder with the same beginning', read, `${home}/notes-2/a.md`, false],
    ['reads keychains', read, `${home}/Library/Keychains/login.keychain-db`, false],
    ["reads Parley's data", read, `${home}/Library/Application Support/Parley/vault.json`, false],
    ["reads another server's home", read, `${home}/Library/Application Support/Parley/homes/b/home`, false],
    ['reads the home by its other path', read, `/System/Volumes/Data${home}/.ssh/id_ed25519`, false],
    ["reads other users' files", read, '/Users/bob/a', false],
    ['reads other disks', read, '/Volumes/backup/a', false],
    ['reads temporary files of others', read, '/private/tmp/a', false],
    ["reads Homebrew's databases", read, '/opt/homebrew/var/postgres/base', false],
    ['reads app data for all users', read, '/Library/Application Support/a', false],
    ['reads the terminal of another program', read, '/dev/ttys001', false],
    ['reads the disk', read, '/dev/disk0', false],
    ['writes the folder that it may read', write, `${home}/notes/a.md`, false],
    ['writes its own runtime', write, '/opt/homebrew/bin/node', false],
    ['writes the system', create, '/usr/local/bin/a', false],
    ['writes a program that starts at login', create, `${home}/Library/LaunchAgents/a.plist`, false],
    ['writes what git runs', create, `${home}/project/.git/hooks/pre-commit`, false],
    ['renames what git runs', remove, `${home}/project/.git/hooks`, false],
    ['renames the folder around it', remove, `${home}/project/.git`, false],
    ['renames its project', remove, `${home}/project`, false],
    ['starts a program of the user', 'process-exec', `${home}/bin/a`, false],
    ['gives a file a second name', 'file-link', `${home}/project/a`, false],
    ['gives a file of its own a second name', 'file-link', `${temporary}/a`, false],
    ['keeps a file from being removed, by a flag', 'file-write-flags', `${temporary}/a`, false],
    ['keeps a file from being removed, by permissions', 'file-write-acl', `${temporary}/a`, false],
    ['compresses a file that it may only read', 'system-fcntl', '80', false],
    ['moves the content of a file that it may only read', 'system-fcntl', '110', false],
    ['starts a service inside of an app', 'mach-lookup', 'xpc:com.apple.a', false],
    // On the way
    ['looks at the folders above its own', look, home, true],
    ['looks at where links of the system lead', look, '/private', true],
    ['reads where /tmp leads', read, '/tmp', true],
    // Others
    ['signals its children', 'signal', 'same-sandbox', true],
    ['signals other programs', 'signal', 'others', false],
    ['looks at other programs', 'process-info-pidinfo', 'others', false],
    ['reads the arguments of other programs', 'sysctl-read', 'kern.procargs2.1', false],
    ['counts processors', 'sysctl-read', 'hw.ncpu', true],
    ['asks for features of the processor', 'sysctl-read', 'hw.optional.arm.FEAT_CRC32', true],
    ['finds the name of a user', 'mach-lookup', 'com.apple.system.opendirectoryd.libinfo', true],
    ['opens other programs', 'mach-lookup', 'com.apple.coreservices.launchservicesd', false],
    ['opens a document in another program', 'lsopen', '', false],
    ['controls other programs', 'appleevent-send', 'com.apple.finder', false],
    ['reads the clipboard', 'mach-lookup', 'com.apple.pasteboard.1', false],
    ['reads keys', 'mach-lookup', 'com.apple.SecurityServer', false],
    ['has certificates checked, which connects elsewhere', 'mach-lookup', 'com.apple.trustd.agent', false],
    ['starts a job', 'job-creation', '', false],
    ['changes the firmware', 'nvram-set', '', false],
    // Network
    ['connects to its proxy', 'network-outbound', '127.0.0.1:4100', true],
    ['connects to its proxy by IPv6', 'network-outbound', '[::1]:4100', true],
    ['connects to another port of this computer', 'network-outbound', '127.0.0.1:5432', false],
    ['connects to another computer', 'network-outbound', '93.184.216.34:443', false],
    ['connects to the same port of another computer', 'network-outbound', '192.168.1.2:4100', false],
    ['looks up a name', 'network-outbound', '/private/var/run/mDNSResponder', false],
    ['talks to Docker', 'network-outbound', '/private/var/run/docker.sock', false],
    ['talks to the key agent', 'network-outbound', '/private/tmp/com.apple.launchd.a/Listeners', false],
    ['talks to a socket in its project', 'network-outbound', `${home}/project/a.sock`, false],
    ['talks to its own socket', 'network-outbound', `${temporary}/a.sock`, true],
    ['creates a socket', 'network-bind', `${temporary}/a.sock`, true],
    ['creates a socket elsewhere', 'network-bind', `${home}/project/a.sock`, false],
    ['listens at its port', 'network-bind', '127.0.0.1:3334', true],
    ['is called at its port', 'network-inbound', '127.0.0.1:3334', true],
    ['listens at another port', 'network-bind', '127.0.0.1:8080', false],
    ['listens for other computers', 'network-bind', '0.0.0.0:3334', false]
  ])('%s', (_what, operation, subject, isAllowed) => {
    expect(profileOf().allows(operation, subject)).toBe(isAllowed)
  })
})

it('has no network without a proxy and ports', () => {
  const profile = profileOf({ proxyPort: null, listens: [] })
  expect(profile.allows('network-outbound', '127.0.0.1:4100')).toBe(false)
  expect(profile.allows('network-bind', '127.0.0.1:3334')).toBe(false)
})

describe('places in each other', () => {
  const all = `${home}/all`

  it.each([
    ['read', 'closed', [false, false]],
    ['read', 'write', [true, true]],
    ['write', 'read', [true, false]],
    ['write', 'closed', [false, false]],
    ['closed', 'read', [true, false]],
    ['closed', 'write', [true, true]]
  ] as const)('are decided by the deeper one: %s around %s', (outer, inner, [mayRead, mayWrite]) => {
    for (const order of [0, 1]) {
      const places = [
        { path: all, access: outer },
        { path: `${all}/a/b`, access: inner }
      ]
      const profile = withPlaces(...(order === 0 ? places : places.toReversed()))
      expect(profile.allows(read, `${all}/a/b/c`)).toBe(mayRead)
      expect(profile.allows(write, `${all}/a/b/c`)).toBe(mayWrite)
      expect(profile.allows(read, `${all}/a/c`)).toBe(outer !== 'closed')
      expect(profile.allows(write, `${all}/a/c`)).toBe(outer === 'write')
    }
  })

  it.each(['read', 'closed'] as const)('keeps a %s folder and those around it where they are', (access) => {
    const profile = withPlaces({ path: all, access: 'write' }, { path: `${all}/a/b`, access })
    for (const fixed of [`${all}/a/b`, `${all}/a`, all]) expect(profile.allows(remove, fixed)).toBe(false)
    expect(profile.allows(remove, `${all}/a/c`)).toBe(true)
  })

  it('takes the last of the same path', () => {
    const profile = withPlaces({ path: all, access: 'write' }, { path: all, access: 'read' })
    expect(profile.allows(write, `${all}/a`)).toBe(false)
  })

  it("closes the databases of Homebrew in Intel Macs' folder of programs, unless they are allowed", () => {
    const file = '/usr/local/var/postgres/base'
    expect(profileOf().allows(read, file)).toBe(false)
    expect(withPlaces({ path: '/usr/local/var/postgres', access: 'read' }).allows(read, file)).toBe(true)
  })
})

describe('a path with characters of the language', () => {
  it.each([
    ['a quote', `${home}/a" (allow default) "b`],
    ['a quote at its end', `${home}/a"`],
    ['brackets', `${home}/a) (allow default) (b`],
    ['a backslash', `${home}/a\\`],
    ['a backslash and a quote', `${home}/a\\" (allow default)`],
    ['a comment', `${home}/a ; b`],
    ['a pattern', `${home}/a*`],
    ['other letters', `${home}/Zoë 📁`]
  ])('opens exactly that path: %s', (_what, path) => {
    const profile = withPlaces({ path, access: 'read' })
    expect(profile.allows(read, path)).toBe(true)
    expect(profile.allows(read, `${path}/b`)).toBe(true)
    expect(profile.allows(write, path)).toBe(false)
    expect(profile.allows(read, `${home}/a`)).toBe(false)
    expect(profile.allows(read, `${home}/.ssh/id_ed25519`)).toBe(false)
  })

  it.each([
    ['a line break', '/Users/ada/a\n(allow default)'],
    ['a null', '/Users/ada/a\0b'],
    ['a tab', '/Users/ada/a\tb'],
    ['another control character', '/Users/ada/a\u0085b'],
    ['half a character', '/Users/ada/a\ud800b']
  ])('is refused: %s', (_what, path) => {
    expect(() => withPlaces({ path, access: 'read' })).toThrow(HostError)
    expect(() => profileOf({ links: [path] })).toThrow('control character')
    expect(() => profileOf({ socketFolders: [path] })).toThrow('control character')
  })
})

it('is refused when it is longer than an argument should be', () => {
  const places = Array.from({ length: 2_000 }, (_each, index) => ({
    path: `${home}/${'long/'.repeat(10)}${index}`,
    access: 'write' as const
  }))
  expect(() => withPlaces(...places)).toThrow('more paths than macOS takes')
})
