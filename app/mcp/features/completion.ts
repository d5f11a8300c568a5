/**
 * Suggests values for an argument while the user types. Servers declare that they can; servers of the first revision
 * couldn't declare it and are asked until they deny. An error never disturbs the typing: it counts as no suggestions.
 *
 * @spec 2025-11-25 server/utilities/completion
 */
import type { Client } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { visibleText } from '../../base/visible-text'
import type { Completion, CompletionReference } from '../../contract/offers'
import { isUnknownMethod } from '../calls/send-request'
import type { WireRequest } from '../calls/send-request'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { readLenientList, readLenientNumber, readLenientText, readTruth } from '../protocol/lenient-values'

/** The number of values is the protocol's limit; the length in characters is Parley's. */
const limits = { values: 100, value: 8_192 }
/** The first revision that takes the arguments that are already filled in. */
const contextSince = '2025-06-18'
/** Before this revision there was no capability to declare. */
const declaredSince = '2025-03-26'

export interface CompletionRequest {
  readonly reference: CompletionReference
  readonly argumentName: string
  readonly value: string
  readonly context: Readonly<Record<string, string>>
}

export const noCompletion: Completion = { values: [], total: null, hasMore: false }

/** Completion for one connection; `send` sends a request to the server. */
export function createCompleter(
  client: Client,
  send: (request: WireRequest) => Promise<unknown>
): (request: CompletionRequest) => Promise<Completion> {
  const revision = client.getNegotiatedProtocolVersion() ?? ''
  const { completions, prompts, resources } = client.getServerCapabilities() ?? {}
  let isOffered = completions !== undefined || revision < declaredSince

  return async (request) => {
    const isPrompt = request.reference.type === 'prompt'
    if (!isOffered || (isPrompt ? prompts : resources) === undefined) return noCompletion
    try {
      return toCompletion(await send(toRequest(request, revision >= contextSince)))
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'TOOL_ERROR') throw error
      if (isUnknownMethod(error)) isOffered = false
      return noCompletion
    }
  }
}

function toRequest(request: CompletionRequest, takesContext: boolean): WireRequest {
  const { reference, argumentName, value, context } = request
  const ref =
    reference.type === 'prompt'
      ? { type: 'ref/prompt', name: reference.name }
      : { type: 'ref/resource', uri: reference.uriTemplate }
  const hasContext = takesContext && Object.keys(context).length > 0
  return {
    method: 'completion/complete',
    params: {
      ref,
      argument: { name: argumentName, value },
      ...(hasContext ? { context: { arguments: { ...context } } } : {})
    }
  }
}

function toCompletion(result: unknown): Completion {
  const completion = isJsonFields(result) ? (result['completion'] ?? result) : null
  const given = isJsonFields(completion) ? readLenientList(completion['values']) : readLenientList(completion)
  if (given === null) return noCompletion
  const values = given.map(readLenientText).filter(isUsable)
  const { total, hasMore }: JsonFields = isJsonFields(completion) ? completion : {}
  return {
    values: values.slice(0, limits.values),
    total: readLenientNumber(total),
    hasMore: readTruth(hasMore) === true || values.length > limits.values
  }
}

/**
 * A value is sent back to the server unchanged. One that is cut or has invisible characters would be a different value.
 */
function isUsable(value: unknown): value is string {
  return typeof value === 'string' && value.length <= limits.value && visibleText(value) === value
}
