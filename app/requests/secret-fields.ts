/**
 * Fields of a form that ask for what must not go through a form: passwords, keys, tokens, card numbers. Judged
 * by name, title and format; a description may speak of such things without asking for them. Pure.
 */
import { jsonObject, type JsonObject, type JsonValue } from '../contract/json'

/** In words of lower case, apart by single spaces. */
const secretText =
  /\b(?:passwords?|passwd|passphrases?|passcodes?|pwd|secrets?|credentials?|tokens?|jwt|seed phrase|(?:api|access|private|secret|ssh|auth|encryption|signing|recovery|service account) ?keys?|apikeys?|recovery codes?)\b/
const secretNumber =
  /\b(?:pin|pin code|cvv2?|cvc2?|otp|one time (?:code|password)|security code|(?:credit|debit|bank|payment)? ?card (?:number|no|code)|card ?number|iban|ssn|social security number|2fa code)\b/

/** Why the form is not to be filled in, a sentence; null when nothing speaks against it. */
export function refusalOf(requestedSchema: JsonObject): string | null {
  const properties = jsonObject.safeParse(requestedSchema['properties']).data ?? {}
  const secrets = Object.entries(properties).flatMap(([name, field]) => secretName(name, field) ?? [])
  if (secrets.length === 0) return null
  const fields = secrets.map((name) => `“${name}”`).join(' and ')
  return `The form asks for ${fields}: that looks like a secret. A server may not ask for passwords, keys or card numbers in a form, so this one is not filled in.`
}

/** The field as a person would call it, when it asks for a secret. */
function secretName(name: string, field: JsonValue): string | null {
  const { type, title, format, enum: choices, oneOf } = jsonObject.safeParse(field).data ?? {}
  // Nobody chooses a secret from a list, or ticks it.
  if (type === 'boolean' || type === 'array' || choices !== undefined || oneOf !== undefined) return null
  const label = typeof title === 'string' && title.trim() !== '' ? title : name
  if (format === 'password') return label
  const words = `${toWords(name)} | ${toWords(label)}`
  const isNumber = type === 'number' || type === 'integer'
  // Tokens and keys may be counted.
  return secretNumber.test(words) || (!isNumber && secretText.test(words)) ? label : null
}

/** `userApi-Key_2` → `user api key 2` */
function toWords(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim()
}
