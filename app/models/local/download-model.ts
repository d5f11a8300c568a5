/**
 * Has LM Studio on this computer download a model, and polls its progress, because it reports none itself. Its API has
 * no way to cancel: when the user stops waiting, LM Studio continues the download.
 */
import { z } from 'zod'
import { delay } from '../../base/delay'
import { HostError } from '../../base/host-error'
import { readBounded } from '../../net/bounded-body'
import { longTimeoutFetch } from '../vendor/long-timeout-fetch'
import { longestStatus, toUnreachableFailure, toPullRefusal } from './pull-step'
import type { PullStep } from './pull-step'

const askEveryMs = 1_000
const largestAnswerBytes = 64 * 1024

const bytes = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
const answer = z.object({
  job_id: z.string().max(200).optional(),
  status: z.string().optional(),
  downloaded_bytes: bytes.optional(),
  total_size_bytes: bytes.optional(),
  error: z.union([z.string(), z.object({ message: z.string() })]).optional()
})
type Answer = z.infer<typeof answer>

const there: ReadonlySet<unknown> = new Set(['completed', 'already_downloaded'])

/** Ends once the model is complete. @throws HostError MODEL_REFUSED_REQUEST, MODEL_NETWORK */
export async function* downloadModel(
  origin: string,
  model: string,
  signal: AbortSignal
): AsyncIterable<PullStep> {
  const place = `${origin}/api/v1/models/download`
  const headers = { 'content-type': 'application/json' }
  let told = await ask(place, { method: 'POST', headers, body: JSON.stringify({ model }), signal })
  const { job_id: job } = told
  for (;;) {
    const { status = '', downloaded_bytes: completed = 0, total_size_bytes: total = null } = told
    yield { status: status.slice(0, longestStatus), completed, total }
    if (there.has(told.status)) return
    if (job === undefined || told.status === 'failed')
      throw toPullRefusal(new URL(origin).host, getText(told))
    await delay(askEveryMs, signal)
    signal.throwIfAborted()
    told = await ask(`${place}/status/${encodeURIComponent(job)}`, { signal })
  }
}

async function ask(address: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Answer> {
  const { host } = new URL(address)
  try {
    const response = await longTimeoutFetch(address, init)
    const body = response.body === null ? null : await readBounded(response.body, largestAnswerBytes)
    const told = answer.safeParse(JSON.parse(body?.toString('utf8') ?? 'null'))
    if (told.success && response.ok && told.data.error === undefined) return told.data
    throw toPullRefusal(
      host,
      told.success ? getText(told.data, String(response.status)) : String(response.status)
    )
  } catch (error) {
    init.signal.throwIfAborted()
    if (error instanceof HostError) throw error
    // A version without this path answers with its own error message.
    throw error instanceof SyntaxError
      ? toPullRefusal(host, 'no answer in JSON')
      : toUnreachableFailure(host, 'refused')
  }
}

function getText({ error, status }: Answer, otherwise = status ?? 'unknown'): string {
  if (error === undefined) return otherwise
  return typeof error === 'string' ? error : error.message
}
