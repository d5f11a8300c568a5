/** What every program needs of macOS itself, for each profile. Pure. */

export interface SeatbeltPlace {
  /** Real path. */
  readonly path: string
  readonly access: 'closed' | 'read' | 'write'
}

/** Folders of the system that macOS reaches through links. A profile matches real paths only. */
const systemLinks = ['/tmp', '/var', '/etc']

/** The real path where the system's own links lead. A server can't have created these. */
export function resolveSystemLink(place: string, platform: NodeJS.Platform): string {
  if (platform !== 'darwin') return place
  return systemLinks.some((link) => place === link || place.startsWith(`${link}/`))
    ? `/private${place}`
    : place
}

/** Programs, libraries and a few settings. Homes and data of other apps aren't among them. */
const readable = [
  '/usr',
  '/bin',
  '/sbin',
  '/System/Library',
  '/System/Cryptexes',
  '/System/Volumes/Preboot/Cryptexes',
  '/Library/Apple',
  '/Library/Frameworks',
  '/Library/Java',
  '/Library/Developer/CommandLineTools',
  '/Applications/Xcode.app/Contents/Developer',
  '/nix/store',
  ...['group', 'hosts', 'localtime', 'passwd', 'protocols', 'services', 'shells', 'ssl'].map(
    (name) => `/private/etc/${name}`
  ),
  '/private/var/db/dyld',
  '/private/var/db/timezone',
  '/private/var/db/xcode_select_link',
  '/private/var/select',
  ...['null', 'zero', 'random', 'urandom', 'fd', 'stdin', 'stdout', 'stderr'].map((name) => `/dev/${name}`)
]
/** Databases of Homebrew's services. */
const closed = ['/usr/local/var', '/opt/homebrew/var']
const writable = ['/dev/null', '/dev/zero', '/dev/fd']

export const macSystemPlaces: readonly SeatbeltPlace[] = [
  ...readable.map((path) => ({ path, access: 'read' as const })),
  ...writable.map((path) => ({ path, access: 'write' as const })),
  ...closed.map((path) => ({ path, access: 'closed' as const }))
]

/** Read as links, without what they lead to. */
export const macSystemLinks: readonly string[] = [...systemLinks, '/private/etc/localtime']

/** Facts about the computer. Never of other processes: `kern.procargs2` would show their environment. */
const sysctlNames = [
  ...['activecpu', 'byteorder', 'cachelinesize', 'cpufamily', 'cpufrequency', 'cputype', 'cpusubtype'],
  ...['l1dcachesize', 'l1icachesize', 'l2cachesize', 'l3cachesize', 'logicalcpu', 'logicalcpu_max'],
  ...['machine', 'memsize', 'model', 'ncpu', 'nperflevels', 'packages', 'pagesize', 'pagesize_compat'],
  ...['physicalcpu', 'physicalcpu_max', 'tbfrequency']
].map((name) => `hw.${name}`)
const kernelNames = [
  ...['argmax', 'boottime', 'hostname', 'iossupportversion', 'maxfilesperproc', 'maxproc', 'ngroups'],
  ...['osproductversion', 'osrelease', 'ostype', 'osvariant_status', 'osversion', 'secure_kernel'],
  ...['usrstack64', 'version']
].map((name) => `kern.${name}`)
const otherNames = [
  'machdep.cpu.brand_string',
  'security.mac.lockdown_mode_state',
  'sysctl.proc_cputype',
  'vm.loadavg'
]
const sysctlPrefixes = ['hw.optional.', 'hw.perflevel']

/**
 * Lists of users, notices of changed settings, names of temporary folders, and the settings of the network. Nothing
 * that starts programs, draws, reads keys, or connects for the caller: the services that check certificates do.
 */
const machServices = [
  'com.apple.SystemConfiguration.configd',
  'com.apple.bsd.dirhelper',
  'com.apple.system.notification_center',
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership'
]

const named = (filter: string, names: readonly string[]) => names.map((name) => `  (${filter} "${name}")`)

/** Not all operations are denied by default: those that were added later are named. */
export const systemRules: readonly string[] = [
  '(version 1)',
  '(deny default)',
  '(deny process-info*)',
  '(deny nvram*)',
  '(deny iokit-get-properties)',
  '(deny file-map-executable)',
  // F_MAKECOMPRESSED and F_TRANSFEREXTENTS change a file that was opened for reading.
  '(deny system-fcntl (fcntl-command 80 110))',
  '(deny mach-lookup (xpc-service-name-prefix ""))',
  '(allow process-fork)',
  '(allow process-info* (target same-sandbox))',
  '(allow signal (target same-sandbox))',
  '(allow ipc-posix-sem)',
  '(allow ipc-posix-shm-read-data (ipc-posix-name "apple.shm.notification_center"))',
  '(allow system-socket (socket-domain AF_UNIX))',
  '(allow sysctl-read',
  ...named('sysctl-name', [...sysctlNames, ...kernelNames, ...otherNames]),
  ...named('sysctl-name-prefix', sysctlPrefixes),
  ')',
  '(allow mach-lookup',
  ...named('global-name', machServices),
  ')',
  // The loader of macOS 26 ends every program that can't read the root.
  '(allow file-read* (literal "/"))'
]
