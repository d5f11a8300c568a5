/**
 * What makes the programs of a server believe Parley's authority: two files, and the variables by which runtimes find
 * them. What the server would believe without them, it goes on to believe.
 */
import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rootCertificates } from 'node:tls'

export interface TrustFiles {
  readonly files: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

/** These add to what a runtime brings along; those stand in its place. */
const adding = ['NODE_EXTRA_CA_CERTS']
const replacing = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO']
/** Debian, Fedora, SUSE, Alpine. */
const ofSystem = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem'
]
const largest = 4_194_304

/** `own`: the environment that the server would get. */
export async function writeTrustFiles(
  folder: string,
  certificate: string,
  own: Readonly<Record<string, string>>
): Promise<TrustFiles> {
  const stem = path.join(folder, randomBytes(8).toString('hex'))
  const [extra, whole] = [`${stem}-extra.pem`, `${stem}.pem`]
  const [before, system] = await Promise.all([
    firstOf(namedIn(own, adding)),
    firstOf([...namedIn(own, replacing), ...ofSystem])
  ])
  await writeFile(extra, joined([before, certificate]), { mode: 0o600 })
  await writeFile(whole, joined([system === '' ? rootCertificates.join('\n') : system, certificate]), {
    mode: 0o600
  })
  const named = (names: readonly string[], file: string) => names.map((name) => [name, file] as const)
  return {
    files: [extra, whole],
    environment: Object.fromEntries([...named(adding, extra), ...named(replacing, whole)]),
    remove: async () => void (await Promise.all([extra, whole].map((file) => rm(file, { force: true }))))
  }
}

function namedIn(own: Readonly<Record<string, string>>, names: readonly string[]): string[] {
  return names.flatMap((name) => own[name] ?? []).filter((file) => path.isAbsolute(file))
}

/** '' where none of them holds certificates: the file is the person's word, and the server gets to read no other. */
async function firstOf(files: readonly string[]): Promise<string> {
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.length > largest) continue
    const found = text.match(/-----BEGIN CERTIFICATE-----[\w\s+/=]+-----END CERTIFICATE-----/g)
    if (found !== null) return found.join('\n')
  }
  return ''
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n')}\n`
}
