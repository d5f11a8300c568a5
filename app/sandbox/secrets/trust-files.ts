/**
 * Makes the programs of a server trust Parley's authority: two files, and the variables with which runtimes find them.
 * What the server would trust without them stays trusted.
 */
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { joinCertificates, readCertificates, usualCertificates } from './certificate-files'

export interface TrustFiles {
  readonly files: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

/** These add to the default authorities of a runtime; the others replace them. */
const adding = ['NODE_EXTRA_CA_CERTS']
const replacing = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO']

/** `own`: the environment that the server would get. */
export async function writeTrustFiles(
  folder: string,
  certificate: string,
  own: Readonly<Record<string, string>>
): Promise<TrustFiles> {
  const stem = path.join(folder, randomBytes(8).toString('hex'))
  const [extra, whole] = [`${stem}-extra.pem`, `${stem}.pem`]
  const [before, system] = await Promise.all([
    readCertificates(namedIn(own, adding)),
    usualCertificates(namedIn(own, replacing))
  ])
  await writeFile(extra, joinCertificates([before, certificate]), { mode: 0o600 })
  await writeFile(whole, joinCertificates([system, certificate]), {
    mode: 0o600
  })
  const named = (names: readonly string[], file: string) => names.map((name) => [name, file] as const)
  return {
    files: [extra, whole],
    environment: Object.fromEntries([...named(adding, extra), ...named(replacing, whole)]),
    remove: async () => void (await Promise.all([extra, whole].map((file) => rm(file, { force: true }))))
  }
}

/** The user names the file, and the server gets to read no other. */
function namedIn(own: Readonly<Record<string, string>>, names: readonly string[]): string[] {
  return names.flatMap((name) => own[name] ?? [])
}
