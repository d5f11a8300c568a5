/**
 * Observes a handshake for what the client library doesn't report: whether `server/discover` was answered, and which
 * revisions the server names.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { SdkHttpError } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { isJsonFields } from '../protocol/json-fields'
import { escapeBytes } from '../protocol/escape-bytes'
import { revisions } from '../protocol/revisions'
import { say } from '../../texts/render-localized'

/** Limits of the list of revisions. */
const limits = { count: 10, characters: 40 }

export class HandshakeWatch {
  readonly #asked = new Map<unknown, string>()
  #isProbeAnswered = false
  #named: readonly string[] | null = null

  hear(direction: 'in' | 'out', message: JSONRPCMessage): void {
    if (direction === 'out') {
      if ('method' in message && 'id' in message) this.#asked.set(message.id, message.method)
      return
    }
    if ('method' in message) return
    const method = this.#asked.get(message.id)
    if (method !== 'server/discover' && method !== 'initialize') return
    if (method === 'server/discover') this.#isProbeAnswered = true
    this.#named = readRevisions(message) ?? this.#named
  }

  get isProbeAnswered(): boolean {
    return this.#isProbeAnswered
  }

  /** True if `initialize` was sent, which offers a revision. */
  get hasOffered(): boolean {
    return [...this.#asked.values()].includes('initialize')
  }

  /** True if the server has named revisions and Parley supports none of them. */
  get namesNone(): boolean {
    return this.#named !== null && !this.#named.some((revision) => revisions.includes(revision))
  }

  /** SERVER_PROTOCOL if the handshake failed because both sides support no common revision; else null. */
  toFailure(error: unknown): HostError | null {
    const named = this.#named ?? readHandshakeRefusal(error)
    if (named === null || named.some((revision) => revisions.includes(revision))) return null
    const shown = named.slice(0, limits.count).map((name) => escapeBytes(name.slice(0, limits.characters)))
    const theirs = shown.length === 0 ? say('mcp.noneNamed') : shown.join(', ')
    const text = say('mcp.noRevision', { theirs, ours: revisions.join(', ') })
    return new HostError('SERVER_PROTOCOL', text, { cause: error, data: { supported: shown } })
  }
}

/** The revisions in an answer to `server/discover` or `initialize`; null if none. */
function readRevisions(answer: unknown): readonly string[] | null {
  if (!isJsonFields(answer)) return null
  const { result, error } = answer
  if (isJsonFields(result)) {
    const { protocolVersion, supportedVersions } = result
    if (typeof protocolVersion === 'string') return [protocolVersion]
    return texts(supportedVersions)
  }
  return isJsonFields(error) && isJsonFields(error['data']) ? texts(error['data']['supported']) : null
}

function texts(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null
  return value.slice(0, limits.count).filter((item) => typeof item === 'string')
}

/** The revisions in the body of an HTTP error. */
export function readHandshakeRefusal(error: unknown): readonly string[] | null {
  const cause = error instanceof HostError ? error.cause : error
  if (!(cause instanceof SdkHttpError)) return null
  const { text } = cause.data as { readonly text?: unknown }
  try {
    return typeof text === 'string' ? readRevisions(JSON.parse(text)) : null
  } catch {
    return null
  }
}
