// What package-lock.json lacks: sums of contents, and optional packages that some package names and that have no entry of their own.
// The system that those are for is read from their names (`…-linux-arm64-musl`), which is how all of them are named.

/** A sum of 64 bytes; no content at all has one of noughts. */
const isSum = (integrity = '') => {
  const [kind, sum = ''] = integrity.split(/-(.*)/su)
  const bytes = Buffer.from(sum, 'base64')
  return kind === 'sha512' && bytes.length === 64 && bytes.some((byte) => byte !== 0)
}

/**
 * Packages of the lock that npm would install without checking their contents, or that no registry can provide.
 * @param {{ packages: Record<string, { integrity?: string, link?: boolean }> }} lock
 * @returns {string[]} their places
 */
export function unsummed({ packages }) {
  return Object.entries(packages)
    .filter(([place, { link, integrity }]) => place !== '' && !link && !isSum(integrity))
    .map(([place]) => place)
}

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'win32',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
  'wasi'
]
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']

/**
 * @param {{ packages: Record<string, { version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }> }} lock
 * @returns {{ name: string, entry: object }[]} entries to add, at the top of node_modules
 */
export function missingOptionals({ packages }) {
  const found = new Map()
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      if (isPresent(packages, place, name)) continue
      const entry = {
        version: range.replace(/^[\^~]/u, ''),
        ...readSystem(name),
        ...(dev ? { dev } : {}),
        optional: true
      }
      found.set(name, { name, entry })
    }
  }
  return [...found.values()]
}

/** Node's own look-up: inside the package, then beside it, then in each folder above. */
function isPresent(packages, place, name) {
  const steps = place.split('/node_modules/')
  const above = steps.map((_, count) => steps.slice(0, count + 1).join('/node_modules/'))
  return [...above.map((folder) => `${folder}/`), ''].some(
    (folder) => packages[`${folder}node_modules/${name}`]
  )
}

/** `os`, `cpu` and `libc` as npm writes them. */
export function readSystem(name) {
  const words = name.split(/[-/@]/u)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => processors.includes(word))
  const ending = words.at(-1)
  const libc =
    os === 'linux' && ending.startsWith('musl')
      ? 'musl'
      : os === 'linux' && ending.startsWith('gnu')
        ? 'glibc'
        : undefined
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) }
}
