/** What one start of a server needs for secrets that it uses and can't read. Empty if none is masked. */
import type { HostTarget } from '../../net/hostname-rules'
import type { Authority } from './authority'
import type { MaskedRequest } from './secret-injecting-proxy'
import type { Placeholders } from './placeholders'
import { writeTrustFiles } from './trust-files'

export interface Masking {
  readonly mask: (text: string) => string
  /** Null: the connection isn't inspected. */
  readonly maskedAt: (target: HostTarget) => MaskedRequest | null
  readonly environment: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly close: () => void
}

export interface MaskingOptions {
  readonly standIns: Placeholders | null
  /** The environment that the server would have had. */
  readonly own: Readonly<Record<string, string>>
  readonly folder: string
  readonly authority: () => Promise<Authority>
  readonly authorities: readonly string[]
  readonly note: (text: string) => void
}

const nothing: Masking = {
  mask: (text) => text,
  maskedAt: () => null,
  environment: {},
  files: [],
  close: () => {}
}
/** So that a server in a loop doesn't fill the log. */
const mostNotes = 20

export async function openMasking(options: MaskingOptions): Promise<Masking> {
  const { standIns, own, folder, authorities } = options
  if (standIns === null) return nothing
  const { certificate, credentialsFor } = await options.authority()
  const trust = await writeTrustFiles(folder, certificate, own)
  const notified = new Set<string>()
  const note = (text: string) => {
    if (notified.has(text) || notified.size >= mostNotes) return
    notified.add(text)
    options.note(text)
  }
  return {
    mask: standIns.mask,
    maskedAt: (target) => {
      const here = standIns.at(target)
      return here.length === 0 ? null : { standIns: here, credentialsFor, authorities, note }
    },
    environment: trust.environment,
    files: trust.files,
    close: () => void trust.remove().catch(() => {}) // removed with its folder
  }
}
