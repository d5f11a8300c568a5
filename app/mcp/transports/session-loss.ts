/**
 * Recognizes how servers say that they no longer know a session. The protocol requires status 404. After a restart many
 * answer with another status, or with status 200 and a JSON-RPC error.
 *
 * @spec 2025-11-25 basic/transports#session-management
 */
import { SdkHttpError } from '@modelcontextprotocol/client'
import { isJsonFields } from '../protocol/json-fields'

/** `possible`: the error may have another meaning; a ping in the same session decides. */
export type SessionLoss = 'certain' | 'possible' | null

const invalidRequest = -32_600
const goneStatuses: ReadonlySet<number> = new Set([404, 410])
const problem =
  'not found|unknown|invalid|expired|missing|required|exist|closed|ended|terminated|gone|lost|timed out|timeout|no longer|destroyed|deleted|inactive|not valid|not active|unrecogni[sz]ed'
const aboutSession = new RegExp(
  `session.{0,80}(${problem})|(\\bno\\b|unknown|invalid|expired|missing|unrecogni[sz]ed|stale|bad).{0,40}session`,
  'is'
)
/** A ping is allowed before the handshake, so it would decide nothing. */
const aboutHandshake =
  /\b(server|session|connection|client|mcp|transport)\b.{0,20}\bnot (yet )?(been )?initiali[sz]ed|before initiali[sz]ation|initiali[sz]e.{0,20}first|not initiali[sz]ed.{0,20}(server|session)/is

export function mentionsSessionLoss(text: string): boolean {
  return aboutSession.test(text) || aboutHandshake.test(text)
}

/** What an error of a transport says about the session. A server without sessions can only have lost the handshake. */
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

/** What an error in an answer says about the session. It may be an error of a tool about its own sessions. */
export function lossInError(error: unknown, hasSession: boolean): SessionLoss {
  if (!isJsonFields(error)) return null
  const { code, message } = error
  const words = typeof message === 'string' ? message : ''
  if (aboutHandshake.test(words)) return 'certain'
  if (!hasSession) return null
  return code === invalidRequest || aboutSession.test(words) ? 'possible' : null
}
