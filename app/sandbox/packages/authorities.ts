/**
 * Who vouches for registries beside the usual authorities: a company that looks into TLS has one of its own, and only a
 * variable names its file. Its certificates are lent to the fetch, and nothing of it to the server.
 */
import { rm, writeFile } from 'node:fs/promises'
import { joinCertificates, readCertificates, usualCertificates } from '../certificates/certificate-files'
import type { FetchPlan } from './fetch-plan'

type Environment = Readonly<Record<string, string | undefined>>

export interface LentAuthorities {
  readonly environment: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly remove: () => Promise<void>
}

/** `own`: what fetches would get; what it says comes before what `host` says, the environment of Parley. */
export interface AuthoritiesOptions {
  readonly program: FetchPlan['program']
  readonly own: Environment
  readonly host: Environment
  /** Written, and lent in place of the file that is named: that one may hold a key as well. */
  readonly file: string
}

export async function lendAuthorities({
  program,
  own,
  host,
  file
}: AuthoritiesOptions): Promise<LentAuthorities> {
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

  /** Its variable stands in place of what it would believe otherwise. */
  async function forUv(): Promise<string> {
    const whole = await named('SSL_CERT_FILE')
    if (whole !== '' || extra === '') return whole
    return joinCertificates([await usualCertificates(), extra])
  }
}
