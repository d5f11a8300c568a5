/** Whether a service rejects the key. Most services show it only by the status. Pure. */
import type { ServiceError } from './service-error'

/** `no_db_connection`: litellm's proxy found no such key, and has no database to look for it. */
const keyTypes = new Set([
  'authentication_error',
  'invalid_api_key',
  'incorrect_api_key',
  'no_db_connection',
  'API_KEY_INVALID',
  'UNAUTHENTICATED'
])

/** Gemini answers a wrong key with 400 and this message. */
const keyWords =
  /\bapi[ _-]?key (?:is )?(?:not valid|invalid|incorrect|expired)\b|\b(?:invalid|incorrect) api[ _-]?key\b/iu

export function isKeyRefused(status: number, { type, words }: Pick<ServiceError, 'type' | 'words'>): boolean {
  if (status === 401 || status === 403) return true
  return status === 400 && (keyTypes.has(type ?? '') || keyWords.test(words ?? ''))
}
