/** Has Ollama on this computer download a model, and reads its progress, one JSON value per line. */
import { z } from 'zod'
import { HostError } from '../../base/host-error'
import { longTimeoutFetch } from '../vendor/long-timeout-fetch'
import { longestStatus, toUnreachableFailure, toPullRefusal } from './pull-step'
import type { PullStep } from './pull-step'

const longestLine = 64 * 1024

const bytes = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
const line = z.object({
  status: z.string().optional(),
  digest: z.string().max(200).optional(),
  total: bytes.optional(),
  completed: bytes.optional(),
  error: z.string().optional()
})
type Line = z.infer<typeof line>

/** Ends once the model is complete. @throws HostError MODEL_REFUSED_REQUEST, MODEL_NETWORK */
export async function* pullModel(
  origin: string,
  model: string,
  signal: AbortSignal
): AsyncIterable<PullStep> {
  const { host } = new URL(origin)
  const layers = new Map<string, { readonly total: number; readonly completed: number }>()
  let isWhole = false
  const body = await ask(origin, model, signal)
  try {
    for await (const told of getLines(body, host)) {
      if (told.error !== undefined) throw toPullRefusal(host, told.error)
      const { status = '', digest, total, completed = 0 } = told
      if (digest !== undefined && total !== undefined) layers.set(digest, { total, completed })
      isWhole ||= status === 'success'
      yield { status: status.slice(0, longestStatus), ...sumOf([...layers.values()]) }
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof HostError ? error : toUnreachableFailure(host, 'closed')
  }
  signal.throwIfAborted()
  if (!isWhole) throw toUnreachableFailure(host, 'closed')
}

async function ask(origin: string, model: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { host } = new URL(origin)
  try {
    const response = await longTimeoutFetch(`${origin}/api/pull`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true }),
      signal
    })
    if (response.body !== null && response.headers.get('content-type')?.includes('json')) return response.body
    await response.body?.cancel()
    throw toPullRefusal(host, String(response.status))
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof HostError ? error : toUnreachableFailure(host, 'refused')
  }
}

async function* getLines(body: ReadableStream<Uint8Array>, host: string): AsyncIterable<Line> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body) {
    const all = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = all.pop() ?? ''
    if (rest.length > longestLine) throw toPullRefusal(host, rest.slice(0, longestStatus))
    for (const text of all) yield* readLine(text)
  }
  yield* readLine(rest)
}

/** A line that isn't valid says nothing about the progress. */
function* readLine(text: string): Iterable<Line> {
  if (text.trim() === '') return
  try {
    yield line.parse(JSON.parse(text))
  } catch {
    return
  }
}

function sumOf(layers: readonly { readonly total: number; readonly completed: number }[]) {
  const total = layers.reduce((sum, layer) => sum + layer.total, 0)
  const completed = layers.reduce((sum, layer) => sum + Math.min(layer.completed, layer.total), 0)
  return { completed, total: layers.length === 0 ? null : total }
}
