/**
 * A server that doesn't support the offered revision should answer with one of its own. Some servers answer with an
 * error or exit instead. Parley then offers the next older revision, or one that the server names, down to the first.
 *
 * @spec 2025-11-25 basic/lifecycle#version-negotiation
 */
import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { isJsonFields } from '../protocol/json-fields'
import { handshakeRevisions, revisions } from '../protocol/revisions'
import type { LogServerLine } from '../protocol/wire-log'

/** One attempt that offers the revision. */
export type RevisionOffer<T> = (revision: string) => Promise<T>

export interface OfferOptions {
  /** True if a revision was offered before the attempt failed. */
  readonly wasOffered: () => boolean
  readonly log: LogServerLine
}

const invalidParams = -32_602
const unknownRevision = -32_022
/** A sign-in, another address or a busy server: none of these is about the revision. */
const otherStatuses: ReadonlySet<number> = new Set([401, 404, 405, 429])
const aboutRevision = /version|revision/i
/** What a program writes to stderr before it exits. */
const endedForRevision = /(protocol|unsupported|incompatible|unknown|invalid).{0,40}(version|revision)/i

/**
 * Returns the first success. If the server denies every revision, throws its first error, which is about the newest.
 */
export async function offerRevisions<T>(
  offer: RevisionOffer<T>,
  { wasOffered, log }: OfferOptions
): Promise<T> {
  const remaining = new Set<string>(handshakeRevisions)
  let offered: string = handshakeRevisions[0]
  let first: unknown = null
  for (;;) {
    remaining.delete(offered)
    try {
      return await offer(offered)
    } catch (error) {
      first ??= error
      if (!wasOffered() || !isRevisionRefusal(error)) throw error
      const next = nextOf(remaining, error, offered)
      if (next === null) throw first
      log('life', 'notice', `The server refuses the revision ${offered}; asked again with ${next}.`)
      offered = next
    }
  }
}

/** The newest remaining revision, among those that the server names if it names any. */
function nextOf(remaining: ReadonlySet<string>, error: unknown, offered: string): string | null {
  const named = namedIn(error, offered)
  const known =
    named.length === 0 ? [...remaining] : [...remaining].filter((revision) => named.includes(revision))
  return known[0] ?? null
}

function isRevisionRefusal(error: unknown): boolean {
  if (!(error instanceof HostError)) return false
  if (error.code === 'SERVER_EXITED') return endedForRevision.test(wordsOf(error))
  const refused = refusalOf(error)
  if (refused === null || refused.code === unknownRevision || refused.supported !== null)
    return refused !== null
  if (refused.status !== null && otherStatuses.has(refused.status)) return false
  if (aboutRevision.test(refused.words)) return true
  // Servers that check the parameters by a schema may say no more than that.
  return refused.code === invalidParams || (refused.status === 400 && refused.words === '')
}

interface Refusal {
  /** Null if the error is not an HTTP error. */
  readonly status: number | null
  readonly code: unknown
  readonly words: string
  readonly supported: readonly unknown[] | null
}

function refusalOf({ cause }: HostError): Refusal | null {
  if (cause instanceof ProtocolError) {
    return { status: null, code: cause.code, words: cause.message, supported: supportedIn(cause.data) }
  }
  if (!(cause instanceof SdkHttpError)) return null
  const { text } = (cause.data ?? {}) as { readonly text?: unknown }
  const words = typeof text === 'string' ? text.slice(0, 2_000).trim() : ''
  const error = readError(words)
  return {
    status: cause.status ?? null,
    code: error?.['code'],
    words,
    supported: supportedIn(error?.['data'])
  }
}

function readError(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const body: unknown = JSON.parse(text)
    const error = isJsonFields(body) ? body['error'] : null
    return isJsonFields(error) ? error : null
  } catch {
    return null // plain text
  }
}

function supportedIn(data: unknown): readonly unknown[] | null {
  if (!isJsonFields(data)) return null
  const { supported, supportedVersions } = data
  const named: unknown = supported ?? supportedVersions
  return Array.isArray(named) ? named : null
}

/** The server's revisions that the error names, including those that Parley doesn't support. */
function namedIn(error: unknown, offered: string): readonly unknown[] {
  if (!(error instanceof HostError)) return []
  const refused = refusalOf(error)
  if (refused?.supported != null) return refused.supported
  const words = refused === null ? wordsOf(error) : refused.words
  const [, listed = ''] = /(?:support|expect|accept|known|valid|must be|one of)(.*)$/is.exec(words) ?? []
  const dates = listed.match(/\d{4}-\d{2}-\d{2}/g) ?? []
  // "Unsupported version 2025-11-25" names the offered revision.
  const others = dates.filter((date) => date !== offered)
  return others.some((date) => revisions.includes(date)) ? others : []
}

function wordsOf(error: HostError): string {
  const { errorOutput } = (error.data ?? {}) as { readonly errorOutput?: unknown }
  return Array.isArray(errorOutput) ? errorOutput.join('\n').slice(-4_000) : ''
}
