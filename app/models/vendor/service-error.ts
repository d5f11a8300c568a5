/** Reads error bodies of services. Each has its own format; all known ones are read here. Pure. */
import { readVendorFields, isVendorFields, readVendorList, readVendorText } from './fields'
import type { VendorFields } from './fields'
import { parseLenientJson } from './lenient-json'

export interface ServiceError {
  /** The kind of the error in the service's terms. */
  readonly type: string | null
  readonly words: string | null
  /** A status of HTTP that it names itself. */
  readonly status: number | null
}

const wordNames =
  'message detail details msg error_msg error_message errorMessage error_description description reason status_msg title text'.split(
    ' '
  )
const typeNames = ['type', 'code', 'status', 'error_code', 'errorCode']
const statusNames = ['status', 'code', 'status_code', 'statusCode', 'http_code', 'error_code']
/** Errors are nested: routers include the error of another service. */
const deepest = 6

/** Reads any value that is known to be an error. */
export function readServiceError(value: unknown, depth = 0): ServiceError {
  if (depth > deepest) return { type: null, words: null, status: null }
  if (typeof value === 'string') return readText(value, depth)
  if (Array.isArray(value)) return joined(value.map((item) => readServiceError(item, depth + 1)))
  if (!isVendorFields(value)) return { type: null, words: null, status: null }
  const inner = ['error', 'errors', 'base_resp', 'response']
    .filter((name) => isServiceErrorText(value[name]))
    .map((name) => readServiceError(value[name], depth + 1))
    .find(({ words, status, type }) => words !== null || status !== null || type !== null)
  const own = ownWords(value, depth)
  const routed = routedWords(value, depth)
  const words = inner?.words ?? own
  return {
    type:
      inner?.type ??
      firstText(
        value,
        typeNames.filter((name) => name !== 'type' || value['type'] !== 'error')
      ),
    words:
      words === null || routed === null || words.includes(routed) ? (words ?? routed) : `${words}: ${routed}`,
    status: inner?.status ?? getStatus(value)
  }
}

/** Some send their error as text that is JSON itself. */
function readText(text: string, depth: number): ServiceError {
  const value = /^\s*[{[]/.test(text) ? parseLenientJson(text) : undefined
  const read = value === undefined ? null : readServiceError(value, depth + 1)
  return read?.words ? read : { type: null, words: text.trim() === '' ? null : text, status: null }
}

/** FastAPI names the place of each fault: `{ loc: ["body", "model"], msg }`. */
function ownWords(value: VendorFields, depth: number): string | null {
  for (const name of wordNames) {
    const { words } = readServiceError(value[name], depth + 1)
    if (words === null) continue
    const place = readVendorList(value['loc']).filter((item) => typeof item !== 'object' && item !== 'body')
    return name === 'msg' && place.length > 0 ? `${place.join('.')}: ${words}` : words
  }
  return null
}

/** What the service behind a router said: OpenRouter hands it on as text. */
function routedWords(value: VendorFields, depth: number): string | null {
  const { raw } = readVendorFields(value['metadata'])
  return raw === undefined ? null : readServiceError(raw, depth + 1).words
}

function joined(errors: readonly ServiceError[]): ServiceError {
  const words = [...new Set(errors.flatMap((error) => error.words ?? []))]
  return {
    type: errors.find(({ type }) => type !== null)?.type ?? null,
    words: words.length === 0 ? null : words.join('; '),
    status: errors.find(({ status }) => status !== null)?.status ?? null
  }
}

function firstText(value: VendorFields, names: readonly string[]): string | null {
  return names.map((name) => readVendorText(value[name])).find((text) => text !== '') ?? null
}

function getStatus(value: VendorFields): number | null {
  const numbers = statusNames.map((name) => Number(value[name] ?? Number.NaN))
  return numbers.find((number) => Number.isInteger(number) && number >= 400 && number < 600) ?? null
}

/** `null`, `false`, `""`, `{}` and `[]` are no errors. */
export function isServiceErrorText(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0
}

/**
 * The error in one event of an answer, null when there is none. `name`: the name of the event. Choices are searched
 * too, because an error may accompany part of an answer.
 */
export function findServiceError(value: unknown, name: string | null): ServiceError | null {
  if (name === 'error')
    return readServiceError(isVendorFields(value) || Array.isArray(value) ? value : readVendorText(value))
  if (!isVendorFields(value)) return null
  const places = [
    value,
    readVendorFields(value['response']),
    ...readVendorList(value['choices']).flatMap((choice) => placesIn(choice))
  ]
  const place = places.find((item) => isServiceErrorText(item['error']) || isNonEmptyList(item['errors']))
  if (place !== undefined) return readServiceError(place)
  return isErrorItself(value) ? readServiceError(value) : null
}

function placesIn(choice: unknown): readonly VendorFields[] {
  const fields = readVendorFields(choice)
  return [fields, readVendorFields(fields['delta']), readVendorFields(fields['message'])]
}

function isNonEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

function isErrorItself(value: VendorFields): boolean {
  if (value['type'] === 'error' || value['object'] === 'error' || value['success'] === false) return true
  const { status_code: code } = readVendorFields(value['base_resp'])
  if (isServiceErrorText(code)) return true
  if (
    isNonEmptyList(value['choices']) ||
    isVendorFields(value['message']) ||
    isVendorFields(value['response'])
  )
    return false
  const hasWords = readServiceError(value).words !== null
  if (isServiceErrorText(value['detail']) && hasWords) return true
  return hasWords && (getStatus(value) !== null || /^(?:error|fail)/i.test(readVendorText(value['status'])))
}

/** Text of an event that is neither an answer nor clearly an error: shown when no answer follows. */
export function findErrorText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (!isVendorFields(value) || 'choices' in value || 'usage' in value || 'delta' in value) return null
  if (typeof value['type'] === 'string' && typeof value['message'] !== 'string') return null
  if (isVendorFields(value['message']) || 'output' in value || 'content' in value) return null
  return readServiceError(value).words
}
