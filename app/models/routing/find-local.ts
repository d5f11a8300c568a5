/**
 * Finds model programs on this computer: asks each default port for its models. The request has no user data and
 * doesn't leave the computer, so Parley needs no approval. Using a found program takes a click.
 */
import { z } from 'zod'
import { isLoopbackHost } from '../../net/address-location'
import { readBounded } from '../../net/bounded-body'
import { longTimeoutFetch } from '../vendor/long-timeout-fetch'
import type { ReadyMadeService } from './providers'

/** A local program answers quickly. In milliseconds. */
const longestWaitMs = 1_000
const largestListBytes = 1024 * 1024
const mostModels = 200

export interface LocalService {
  readonly name: string
  readonly title: string
  readonly type: string
  readonly baseUrl: string
  /** The service's own ids, at most 200. */
  readonly models: readonly string[]
}

/** Ollama without models returns null for its list. */
const list = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).nullable() })

/** The services that need no key and answer now, in their order. Never rejects. */
export async function findLocal(services: readonly ReadyMadeService[]): Promise<readonly LocalService[]> {
  const local = services.filter(
    ({ keyExample, baseUrl }) => keyExample === null && isLoopbackHost(new URL(baseUrl).hostname)
  )
  const found = await Promise.all(
    local.map(async ({ name, title, type, baseUrl }) => {
      const models = await listModels(baseUrl)
      return models === null ? [] : [{ name, title, type, baseUrl, models }]
    })
  )
  return found.flat()
}

/** Null: no answer, or a different program answers. */
async function listModels(baseUrl: string): Promise<readonly string[] | null> {
  try {
    const response = await longTimeoutFetch(`${baseUrl}/models`, {
      signal: AbortSignal.timeout(longestWaitMs)
    })
    if (!response.ok || response.body === null) return null
    const body = await readBounded(response.body, largestListBytes)
    const { data } = list.parse(JSON.parse(body.toString('utf8')))
    return (data ?? []).slice(0, mostModels).map(({ id }) => id)
  } catch {
    return null // a closed port, a slow one, or a different kind of program: not an error here
  }
}
