/**
 * Certificate authorities for registries besides the usual ones: a company that inspects TLS has its own, and only a
 * variable names its file. Its certificates are given to the download, and never to the server.
 */
import { rm, writeFile } from 'node:fs/promises'
import { joinCertificates, readCertificates, usualCertificates } from '../secrets/certificate-files'
import type { FetchPlan } from './fetch-plan'

type Environment = Readonly<Record<string, string | undefined>>

export interface DownloadAuthorities {
  readonly environment: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly remove: () => Promise<void>
}

/** `own`: what the download would get. It takes precedence over `host`, the environment of Parley. */
export interface AuthoritiesOptions {
  readonly program: FetchPlan['program']
  readonly own: Environment
  readonly host: Environment
  /** Written and given instead of the named file, which may also contain a key. */
  readonly file: string
}

export async function lendAuthorities({
  program,
  own,
  host,
  file
}: AuthoritiesOptions): Promise<DownloadAuthorities> {
  const named = (name: string) => readCertificates([own[name] ?? host[name] ?? ''])
  const extra = await named('NODE_EXTRA_CA_CERTS')
  const [variable, certificates] =
    program === 'npm'
      ? (['NODE_EXTRA_CA_CERTS', extra] as const)
      : (['SSL_CERT_FILE', await forUv()] as const)
  if (certificates === '') return { environment: {}, files: [], remove: () => Promise.resolve() }
  await writeFile(file, joinCertificates([certificates]), { mode: 0o600 })
  return {
    environment: { [variable]: file },
    files: [file],
    remove: async () => await rm(file, { force: true })
  }

  /** Its variable replaces the default authorities. */
  async function forUv(): Promise<string> {
    const whole = await named('SSL_CERT_FILE')
    if (whole !== '' || extra === '') return whole
    return joinCertificates([await usualCertificates(), extra])
  }
}
