/**
 * How servers say that they no longer know a session. The protocol asks for status 404; after a restart many answer
 * with another status, or with status 200 and an error of JSON-RPC.
 *
 * @spec 2025-11-25 basic/transports#session-management
 */
import { SdkHttpError } from '@modelcontextprotocol/client'
import { isJsonFields } from '../protocol/json-fields'

/** `possible`: other things could be meant by it; a question in the same session tells. */
export type SessionLoss = 'certain' | 'possible' | null

const invalidRequest = -32_600
const goneStatuses: ReadonlySet<number> = new Set([404, 410])
const problem =
  'not found|unknown|invalid|expired|missing|required|exist|closed|ended|terminated|gone|lost|timed out|timeout|no longer|destroyed|deleted|inactive|not valid|not active|unrecogni[sz]ed'
const aboutSession = new RegExp(
  `session.{0,80}(${problem})|(\\bno\\b|unknown|invalid|expired|missing|unrecogni[sz]ed|stale|bad).{0,40}session`,
  'is'
)
/** A ping may be answered before the handshake, so that nothing would be learned from one. */
const aboutHandshake =
  /\b(server|session|connection|client|mcp|transport)\b.{0,20}\bnot (yet )?(been )?initiali[sz]ed|before initiali[sz]ation|initiali[sz]e.{0,20}first|not initiali[sz]ed.{0,20}(server|session)/is

export function mentionsSessionLoss(text: string): boolean {
  return aboutSession.test(text) || aboutHandshake.test(text)
}

/** What an error of a transport says of the session; servers without sessions forget the handshake alone. */
export function lossInRefusal(error: unknown, hasSession: boolean): SessionLoss {
  if (!(error instanceof SdkHttpError)) return null
  const { status } = error
  const { text } = (error.data ?? {}) as { readonly text?: unknown }
  const words = typeof text === 'string' ? text.slice(0, 2_000) : ''
  if (status === undefined || status < 400) return null
  if (aboutHandshake.test(words)) return 'certain'
  if (!hasSession) return null
  if (goneStatuses.has(status) || (status === 400 && /session/i.test(words))) return 'certain'
  if (aboutSession.test(words)) return 'certain'
  return status === 400 ? 'possible' : null
}

/** What an error in an answer says of the session. It may be one of a tool, about sessions of its own. */
export function lossInError(error: unknown, hasSession: boolean): SessionLoss {
  if (!isJsonFields(error)) return null
  const { code, message } = error
  const words = typeof message === 'string' ? message : ''
  if (aboutHandshake.test(words)) return 'certain'
  if (!hasSession) return null
  return code === invalidRequest || aboutSession.test(words) ? 'possible' : null
}
