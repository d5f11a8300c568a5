/**
 * Finds out which model program answers at an address of this computer: each has its own path. The request has no user
 * data.
 */
import { z } from 'zod'
import type { LocalProgram } from '../../contract/models/pulls'
import { readBounded } from '../../net/bounded-body'
import { longTimeoutFetch } from '../vendor/long-timeout-fetch'

/** A local program answers quickly. In milliseconds. */
const longestWaitMs = 1_000
const largestAnswerBytes = 4 * 1024 * 1024

const marks: readonly (readonly [LocalProgram, path: string, answer: z.ZodType])[] = [
  ['ollama', '/api/version', z.object({ version: z.string() })],
  ['lm-studio', '/api/v0/models', z.object({ data: z.array(z.unknown()) })],
  ['llama.cpp', '/props', z.object({ default_generation_settings: z.unknown() })]
]

/** Null: none of them, or no answer. Never rejects. */
export async function localProgramAt(baseUrl: string): Promise<LocalProgram | null> {
  const { origin } = new URL(baseUrl)
  const found = await Promise.all(
    marks.map(async ([name, path, schema]) => ((await answers(`${origin}${path}`, schema)) ? name : null))
  )
  return found.find((name) => name !== null) ?? null
}

async function answers(address: string, schema: z.ZodType): Promise<boolean> {
  try {
    const response = await longTimeoutFetch(address, { signal: AbortSignal.timeout(longestWaitMs) })
    if (!response.ok || response.body === null) return false
    const body = await readBounded(response.body, largestAnswerBytes)
    return schema.safeParse(JSON.parse(body.toString('utf8'))).success
  } catch {
    return false // a closed port or a different kind of program: not an error here
  }
}
