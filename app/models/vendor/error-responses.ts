/** Answers with a status of an error: their bodies have many forms, and the SDKs know one. */
import { BodyTooLarge, readBounded } from '../../net/bounded-body'
import { parseLenientJson } from './lenient-json'
import { readServiceError } from './service-error'
import type { ServiceError } from './service-error'
import { isWebPage, readPageTitle } from './web-page'

/** A body is read no further than this, in bytes. */
const longestBody = 64 * 1024

/** The error types that are known from outside the error body: a web page, and a redirect. */
export const pageType = 'web_page'
export const redirectType = 'redirect'

/** Gives the answer on in the one form that the SDKs read, where it is an error. */
export async function normalizeErrorResponse(response: Response): Promise<Response> {
  if (response.ok) return response
  const { type, words, status } = readResponse(response, await getText(response))
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.delete('content-encoding')
  headers.set('content-type', 'application/json')
  const error = { type, message: words, ...(status !== null && { status }) }
  const body = JSON.stringify({ type: 'error', error })
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

function readResponse({ status, headers }: Response, text: string): ServiceError {
  const location = headers.get('location')
  if (status < 400 && location !== null)
    return { type: redirectType, words: withoutQuery(location), status: null }
  if (isWebPage(text)) return { type: pageType, words: readPageTitle(text) || null, status: null }
  const value = parseLenientJson(text)
  return readServiceError(value === undefined ? withoutFields(text) : value)
}

/** A query may hold a secret of a sign-in. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** Some answer with one event of a stream. */
function withoutFields(text: string): unknown {
  const data = /^data:\s?(.*)$/m.exec(text)?.[1]
  return data === undefined ? text : (parseLenientJson(data) ?? data)
}

/** Empty when it is longer than any error: then only the status tells what happened. */
async function getText({ body }: Response): Promise<string> {
  if (body === null) return ''
  try {
    return (await readBounded(body, longestBody)).toString()
  } catch (error) {
    if (error instanceof BodyTooLarge) return ''
    throw error
  }
}
