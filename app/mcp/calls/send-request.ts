/**
 * Sends a request that has one answer: reading a resource, getting a prompt, a page of a list. Applies its time limit
 * and explains failures to the user. Tool calls are in `tool-call.ts`.
 */
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { HostError } from '../../base/host-error'
import { roundLimit } from '../../contract/limits'
import type { CallInputs } from './call-inputs'
import { isLostAnswer, unwrapResult } from '../transports/tolerant-transport'
import { runInputRequiredLoop } from './input-required-loop'
import { toErrorText } from '../protocol/error-text'
import { fromRpcError } from './rpc-error'
import { retryAfterUrlElicitation } from './url-elicitation-retry'
import { say } from '../../texts/render-localized'

/** JSON-RPC "method not found". @spec 2025-11-25 basic#responses */
const methodNotFound = -32_601

export interface WireRequest {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What the request is for: `{ request: 'resource', name: 'file:///x' }`. */
export interface Purpose {
  readonly request:
    | 'resource'
    | 'prompt'
    | 'completion'
    | 'subscribe'
    | 'unsubscribe'
    | 'tools'
    | 'resources'
    | 'templates'
    | 'prompts'
    | 'skills'
    | 'tasks'
    | 'log-level'
  /** Name of the resource or prompt; '' for a list. */
  readonly name: string
}

export interface SendOptions {
  readonly client: Client
  /** Ends the wait and cancels the request at the server. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly purpose: Purpose
  /** For requests that a server may answer with questions. */
  readonly inputs?: CallInputs
  /** The request to which those questions belong. */
  readonly exchangeId?: string
  /** The failure if the connection knows the cause: it ended, the network failed. */
  readonly explain: (error: unknown) => HostError | null
}

/**
 * Returns the unchecked result.
 * @throws HostError TOOL_ERROR (the server's error, `data.rpcCode`), TOOL_TIMEOUT, SERVER_PROTOCOL, and what `explain`
 * returns
 */
export async function sendRequest(request: WireRequest, options: SendOptions): Promise<unknown> {
  try {
    return await sendWithInputs(request, options)
  } catch (error) {
    throw toRequestFailure(error, options)
  }
}

/** As `sendRequest`, but throws the errors of the library. */
export async function sendRawRequest(
  { method, params }: WireRequest,
  { client, signal, timeoutMs, inputs }: Pick<SendOptions, 'client' | 'signal' | 'timeoutMs' | 'inputs'>
): Promise<unknown> {
  const options = { signal, timeout: timeoutMs, allowInputRequired: inputs !== undefined }
  return unwrapResult(await client.request({ method, params }, z.unknown(), options))
}

/** The time that the user takes for the server's questions doesn't count. */
async function sendWithInputs({ method, params }: WireRequest, options: SendOptions): Promise<unknown> {
  const { inputs, signal, purpose, exchangeId } = options
  const asking = { callId: null, signal, ...(exchangeId !== undefined && { exchangeId }) }
  if (inputs === undefined) return await sendRawRequest({ method, params }, options)
  const send = () =>
    runInputRequiredLoop({
      send: (more) => sendRawRequest({ method, params: { ...params, ...more } }, options),
      answer: (inputRequests, round) => inputs.answer(inputRequests, { ...asking, round }),
      tooMany: say('mcp.requestTooManyRounds', { ...purpose, rounds: roundLimit }),
      signal
    })
  return await retryAfterUrlElicitation(send, inputs, asking)
}

export function isUnknownMethod(error: unknown): boolean {
  if (error instanceof HostError) return error.data?.['rpcCode'] === methodNotFound
  return error instanceof ProtocolError && error.code === methodNotFound
}

/** Translates an error of `sendRawRequest`. */
export function toRequestFailure(
  error: unknown,
  { purpose, timeoutMs, explain }: Pick<SendOptions, 'purpose' | 'timeoutMs' | 'explain'>
): HostError {
  if (error instanceof HostError) return error
  if (error instanceof ProtocolError && !isLostAnswer(error)) {
    return fromRpcError(error, (words) => say('mcp.requestRefused', { ...purpose, words }))
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    const said = say('mcp.requestTimeout', { ...purpose, seconds: timeoutMs / 1_000 })
    return new HostError('TOOL_TIMEOUT', said, { cause: error })
  }
  const explained = explain(error)
  if (explained !== null) return explained
  const words = error instanceof ProtocolError ? say('mcp.halfAnswer') : toErrorText(error)
  return new HostError('SERVER_PROTOCOL', say('mcp.requestFailed', { ...purpose, words }), { cause: error })
}
