/** What services that speak as OpenAI does say of an error: each has its own form, and the SDK knows one. */

import { BodyTooLarge, readBounded } from '../../net/bounded-body'

interface Said {
  /** The kind of the error in the service's terms. */
  readonly type: string | null
  readonly words: string | null
}

/** A body is read no further than this, in bytes. */
const longestBody = 64 * 1024

/** Gives the answer on in the one form that the SDK reads, where it is an error of another form. */
export async function withReadableError(response: Response): Promise<Response> {
  if (response.ok || !response.headers.get('content-type')?.includes('json')) return response
  const { type, words } = readBody(await textOf(response))
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.delete('content-encoding')
  const body = JSON.stringify({ error: { type, message: words } })
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

/** Empty where it is longer than any error: the status alone says what happened then. */
async function textOf({ body }: Response): Promise<string> {
  if (body === null) return ''
  try {
    return (await readBounded(body, longestBody)).toString()
  } catch (error) {
    if (error instanceof BodyTooLarge) return ''
    throw error
  }
}

/** Of an error of the SDK. */
export function readAnsweredError(error: unknown): Said {
  const body = (error as { readonly error?: unknown }).error
  return readError(body)
}

function readBody(text: string): Said {
  try {
    const body: unknown = JSON.parse(text)
    const first: unknown = Array.isArray(body) ? body[0] : body
    const error = fieldOf(first, 'error')
    return readError(error === undefined || error === null ? first : error)
  } catch {
    return { type: null, words: null } // no JSON: the status alone says what happened
  }
}

/** `{ message }`, `{ detail }`, or the words themselves. */
function readError(error: unknown): Said {
  if (typeof error === 'string') return { type: null, words: error }
  const words = ['message', 'detail', 'msg']
    .map((name) => fieldOf(error, name))
    .find((value) => typeof value === 'string')
  const type = [fieldOf(error, 'type'), fieldOf(error, 'code')].find((value) => typeof value === 'string')
  return { type: (type as string | undefined) ?? null, words: (words as string | undefined) ?? null }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
