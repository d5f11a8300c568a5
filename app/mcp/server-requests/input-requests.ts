/**
 * Requests of a server inside its answer to a request: the inputs that a result of the newest revision requires, and
 * the links of a `-32042` error. The caller repeats its request with the answers.
 *
 * @spec 2026-07-28 basic/patterns/mrtr
 * @spec 2025-11-25 client/elicitation#url-mode
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { setTimeout as sleep } from 'node:timers/promises'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { CallInputContext, CallInputs } from '../calls/call-inputs'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { toErrorText } from '../protocol/error-text'
import { toReason } from './wire-server-requests'
import type { WireServerRequest, WireOrigin, WireServerRequests } from './wire-server-requests'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** A user can't answer more at once. */
const inputLimit = 10
/** How long an opened link may take before the call is repeated without a completion notification. */
const graceMs = 3_000

export function createCallInputs(requests: WireServerRequests, revision: () => string): CallInputs {
  return {
    answer: async (inputRequests, asking) =>
      await answerInputs(requests, inputRequests, { ...asking, revision: revision() }),
    openLinks: async (data, asking) => await openLinks(requests, data, { ...asking, revision: revision() })
  }
}

type AskingServer = CallInputContext & { readonly revision: string }

/**
 * Answers all of them in parallel. One that can't be answered ends the others.
 * @throws HostError SERVER_PROTOCOL (the user was not asked), REQUEST_REFUSED
 */
async function answerInputs(
  requests: WireServerRequests,
  inputRequests: JsonFields,
  server: AskingServer
): Promise<JsonFields> {
  const prepared = Object.entries(inputRequests).map(([key, entry]) => {
    const asked = readEntry(key, entry)
    return [key, prepareInput(requests, asked)] as const
  })
  if (prepared.length > inputLimit) throw refuseRound(say('mcp.inputTooMany', { count: inputLimit }))
  const round = new AbortController()
  const origin = toOrigin(server, AbortSignal.any([server.signal, round.signal]))
  try {
    const answer = async ([key, fulfil]: (typeof prepared)[number]) => [key, await fulfil(origin)] as const
    return Object.fromEntries(await Promise.all(prepared.map(answer)))
  } catch (error) {
    round.abort()
    if (!server.signal.aborted) throw toRefusal(error)
    throw error
  }
}

function readEntry(key: string, entry: unknown): WireServerRequest {
  if (key === '__proto__' || !isJsonFields(entry) || typeof entry['method'] !== 'string')
    throw refuseRound(say('mcp.inputOdd'))
  return { method: entry['method'], params: entry['params'] }
}

function prepareInput(requests: WireServerRequests, asked: WireServerRequest) {
  try {
    return requests.prepare(asked)
  } catch (error) {
    requests.report(asked.method, error)
    throw refuseRound(say('mcp.inputUnusable', { reason: toReason(error) }))
  }
}

function toOrigin(server: AskingServer, signal: AbortSignal): WireOrigin {
  const { callId, round, exchangeId, revision, signal: ofCall } = server
  const explainEnd = () => {
    if (!ofCall.aborted) return say('mcp.otherRequestFailed')
    return exchangeId === undefined ? say('mcp.callEnded') : say('mcp.requestEnded')
  }
  return {
    callId,
    isCertain: true,
    revision,
    signal,
    explainEnd,
    ...(round !== undefined && { round }),
    ...(exchangeId !== undefined && { exchangeId })
  }
}

function refuseRound(text: LocalizedText): HostError {
  return new HostError('SERVER_PROTOCOL', text)
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof ProtocolError)) return error
  const text = say('mcp.inputNotGiven', { words: toErrorText(error) })
  return new HostError('REQUEST_REFUSED', text, { cause: error, data: { rpcCode: error.code } })
}

/**
 * True if the user opened all of them and they are completed or have timed out. A link that was opened before isn't
 * shown again; it only waits for its completion.
 */
async function openLinks(
  requests: WireServerRequests,
  data: unknown,
  server: AskingServer
): Promise<boolean> {
  const links = readLinks(requests, data)
  if (links === null) return false
  const origin = toOrigin(server, server.signal)
  const isNew = links.filter(({ id }) => !requests.links.isOpened(id))
  const results = await Promise.all(isNew.map(async ({ open }) => await open(origin)))
  if (results.some(({ action }) => action !== 'accept')) return false
  const done = Promise.all(links.map(async ({ id }) => await requests.links.completed(id)))
  const waits = isNew.length === 0 ? [done] : [done, sleep(graceMs, undefined, { ref: false })]
  await untilAborted(Promise.race<unknown>(waits), server.signal)
  return true
}

/** Null if the error has no links that can be opened. */
function readLinks(requests: WireServerRequests, data: unknown) {
  const listed: unknown = isJsonFields(data) ? data['elicitations'] : null
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > inputLimit) return null
  try {
    return listed.map((params: unknown) => {
      const id: unknown = isJsonFields(params) && params['mode'] === 'url' ? params['elicitationId'] : null
      if (typeof id !== 'string') {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The link has no id')
      }
      return { id, open: requests.prepare({ method: 'elicitation/create', params }) }
    })
  } catch (error) {
    requests.report('elicitation/create', error)
    return null
  }
}
