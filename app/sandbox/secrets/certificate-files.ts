/** Files of certificate authorities of the system and the user. Only certificates are read from them. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { rootCertificates } from 'node:tls'

/** Debian, Fedora, SUSE, Alpine. */
const ofSystem = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem'
]
const largest = 4_194_304

/**
 * The certificates of the first of these files that has some; '': none does. Keys and anything else in them are left
 * out.
 */
export async function readCertificates(files: readonly string[]): Promise<string> {
  for (const file of files.filter((each) => path.isAbsolute(each))) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.length > largest) continue
    const found = text.match(/-----BEGIN CERTIFICATE-----[\w\s+/=]+-----END CERTIFICATE-----/g)
    if (found !== null) return found.join('\n')
  }
  return ''
}

/** From `files` first; otherwise the system's, and if it has none, Node's. */
export async function usualCertificates(files: readonly string[] = []): Promise<string> {
  const found = await readCertificates([...files, ...ofSystem])
  return found === '' ? rootCertificates.join('\n') : found
}

export function joinCertificates(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n')}\n`
}
