/** The folders of the system that every program needs to run: programs, libraries, and a few settings. */
import { lstat, readdir, readlink } from 'node:fs/promises'
import type { Mount } from './mounts'

/** Without keys, passwords, other programs' settings and the names of network disks. */
const settings = [
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'fonts',
  'group',
  'host.conf',
  'hosts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.conf',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'passwd',
  'pki/ca-trust',
  'pki/tls/cert.pem',
  'pki/tls/certs',
  'protocols',
  'services',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'timezone'
]
const stores = ['/nix/store', '/gnu/store']
/** Links into `/usr` on most systems, folders on old ones. */
const besideUsr = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

export async function systemMounts(): Promise<Mount[]> {
  const beside = await Promise.all(besideUsr.map(asItIs))
  return [
    { kind: 'read', path: '/usr' },
    ...beside.flat(),
    ...(await javaSettings()),
    ...[...stores, ...settings.map((name) => `/etc/${name}`)].map((path) => ({
      kind: 'read-if-there' as const,
      path
    }))
  ]
}

/** On Debian, the settings that the Java runtime reads first are in a separate folder, by version. */
async function javaSettings(): Promise<Mount[]> {
  const names = await readdir('/etc').catch(() => [])
  return names
    .filter((name) => /^java-\d+-openjdk$/.test(name))
    .map((name) => ({ kind: 'read-if-there', path: `/etc/${name}` }))
}

async function asItIs(path: string): Promise<Mount[]> {
  const found = await lstat(path).catch(() => null)
  if (found === null) return []
  return found.isSymbolicLink()
    ? [{ kind: 'link', path, target: await readlink(path) }]
    : [{ kind: 'read', path }]
}

/** What a program in these folders may read anyway. */
export const systemFolders: readonly string[] = ['/usr', ...besideUsr, ...stores]
