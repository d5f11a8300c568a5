/**
 * Which values of a server's entry are taken for secrets. The file does not say so; a value that is none
 * costs a word in a log when it is taken for one, the other way round it costs the secret.
 */
import { tellingKey } from '../../base/logger'

const notSecret = [
  /^\p{L}+$/u, // one word
  /^[\d.]{1,7}$/, // a port, a version
  /^(?:[A-Za-z]:)?[\\/~.]/, // a path
  /^https?:\/\/[^@?]*$/ // an address without user and query
]

/** What of the value must not be written anywhere. `name`: of the variable or header that holds it. */
export function secretsIn(name: string, value: string): readonly string[] {
  const trimmed = value.trim()
  if (tellingKey.test(name)) return [trimmed, ...trimmed.split(/\s+/).slice(1)] // `Bearer …`
  return notSecret.some((form) => form.test(trimmed)) ? [] : [trimmed]
}
