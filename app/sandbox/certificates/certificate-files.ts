/** Files in which authorities stand, as the system and the person keep them: of what is read, certificates alone. */
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

/** Of the first of these that holds some; '': none does. A key or anything else that stands beside them is left out. */
export async function readCertificates(files: readonly string[]): Promise<string> {
  for (const file of files.filter((each) => path.isAbsolute(each))) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.length > largest) continue
    const found = text.match(/-----BEGIN CERTIFICATE-----[\w\s+/=]+-----END CERTIFICATE-----/g)
    if (found !== null) return found.join('\n')
  }
  return ''
}

/** What `files` name first; else those of the system, and where it keeps none, those of Node. */
export async function usualCertificates(files: readonly string[] = []): Promise<string> {
  const found = await readCertificates([...files, ...ofSystem])
  return found === '' ? rootCertificates.join('\n') : found
}

export function joinCertificates(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n')}\n`
}
