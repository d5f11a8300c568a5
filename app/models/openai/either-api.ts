/**
 * Addresses of which nobody knows whether they offer the Responses API: it is asked first, with the request itself, and
 * Chat Completions where there is nothing at that place. A request that nobody takes costs nothing; what was found is
 * remembered, so that there is one of them for an address.
 */
import type { ModelPart, ModelRequest } from '../model'
import type { ProviderAccess } from '../provider-descriptor'

/** The statuses of a place where nothing is, of one for other methods, and of what isn't built. */
const nothingThere: ReadonlySet<number> = new Set([404, 405, 501])

/** Whether the answers that a client of the SDK got say that nothing is at that place. */
export interface Probe {
  readonly fetch: typeof fetch
  isMissing(): boolean
}

export function createProbe(send: typeof fetch): Probe {
  let isMissing = false
  return {
    isMissing: () => isMissing,
    fetch: async (input, init) => {
      const response = await send(input, init)
      isMissing = nothingThere.has(response.status) || (await saysError(response))
      if (!isMissing) return response
      // The SDK would try some of these again.
      const headers = {
        'content-type': response.headers.get('content-type') ?? '',
        'x-should-retry': 'false'
      }
      const status = response.ok ? 501 : response.status
      return new Response(response.body, { status, headers })
    }
  }
}

/** Some programs answer what they don't know with 200 and an error in words, or with a page. What was asked for is a stream. */
async function saysError(response: Response): Promise<boolean> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || type.startsWith('text/event-stream')) return false
  if (type.startsWith('text/html')) return true
  // An answer in one piece may have been paid for, and is not asked for again.
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof answer === 'object' && answer !== null && 'error' in answer && !('output' in answer)
}

type Stream = AsyncIterable<ModelPart>

/** `responses` throws before its first part where the API is missing. @throws what the one that is there throws */
export async function* askEither(
  { baseUrl, foundApis }: Pick<ProviderAccess, 'baseUrl' | 'foundApis'>,
  { responses, chat, probe }: { responses: () => Stream; chat: () => Stream; probe: Probe }
): Stream {
  try {
    yield* remembering(responses(), () => foundApis?.set(baseUrl, 'responses'))
    return
  } catch (error) {
    if (!probe.isMissing()) throw error
  }
  // A model that isn't there is missing for both; then nothing is known of the address.
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

/** The Responses API has no form for sounds. */
export function holdsSounds({ messages, takesSounds }: ModelRequest): boolean {
  if (takesSounds !== true) return false
  const items = messages.flatMap(({ content }) => content)
  return items.some((item) => {
    if (item.type === 'block') return item.block.type === 'audio'
    return item.type === 'tool-result' && item.content.some(({ type }) => type === 'audio')
  })
}
