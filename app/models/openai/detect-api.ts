/**
 * Addresses that may or may not offer the Responses API: the request goes to it first, and to Chat Completions when
 * there is nothing at that path. A request that isn't accepted costs nothing. The result is remembered, so this happens
 * once per address.
 */
import type { ModelPart, ModelRequest } from '../model'
import type { ProviderAccess } from '../provider-descriptor'

/** The statuses for a missing path, an unsupported method, and an unimplemented one. */
const nothingThere: ReadonlySet<number> = new Set([404, 405, 501])

/** Whether the answers that an SDK client received mean that nothing is at that path. */
export interface ApiProbe {
  readonly fetch: typeof fetch
  isMissing(): boolean
}

export function createApiProbe(send: typeof fetch): ApiProbe {
  let isMissing = false
  return {
    isMissing: () => isMissing,
    fetch: async (input, init) => {
      const response = await send(input, init)
      isMissing = nothingThere.has(response.status) || (await saysError(response))
      if (!isMissing) return response
      // The SDK would retry some of these.
      const headers = {
        'content-type': response.headers.get('content-type') ?? '',
        'x-should-retry': 'false'
      }
      const status = response.ok ? 501 : response.status
      return new Response(response.body, { status, headers })
    }
  }
}

/** For unknown paths some programs return 200 with an error message or a web page. The expected answer is a stream. */
async function saysError(response: Response): Promise<boolean> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || type.startsWith('text/event-stream')) return false
  if (type.startsWith('text/html')) return true
  // An answer in one piece may have been billed, and is not requested again.
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof answer === 'object' && answer !== null && 'error' in answer && !('output' in answer)
}

type Stream = AsyncIterable<ModelPart>

/** `responses` throws before its first part when the API is missing. @throws the errors of the API that answers */
export async function* requestWithDetectedApi(
  { baseUrl, foundApis }: Pick<ProviderAccess, 'baseUrl' | 'foundApis'>,
  { responses, chat, probe }: { responses: () => Stream; chat: () => Stream; probe: ApiProbe }
): Stream {
  try {
    yield* remembering(responses(), () => foundApis?.set(baseUrl, 'responses'))
    return
  } catch (error) {
    if (!probe.isMissing()) throw error
  }
  // A missing model is missing in both APIs; this says nothing about the address.
  yield* remembering(chat(), () => foundApis?.set(baseUrl, 'chat'))
}

async function* remembering(stream: Stream, remember: () => void): Stream {
  let isFirst = true
  for await (const part of stream) {
    if (isFirst) remember()
    isFirst = false
    yield part
  }
}

/** The Responses API doesn't support sounds. */
export function holdsSounds({ messages, takesSounds }: ModelRequest): boolean {
  if (takesSounds !== true) return false
  const items = messages.flatMap(({ content }) => content)
  return items.some((item) => {
    if (item.type === 'block') return item.block.type === 'audio'
    return item.type === 'tool-result' && item.content.some(({ type }) => type === 'audio')
  })
}
