/**
 * Finds form fields that ask for something that mustn't go through a form: passwords, keys, tokens, card numbers.
 * Checks name, title, format, and pattern, and what the description and message ask for. Text that only mentions such
 * things is allowed. `secret-names.ts` lists the terms. Pure.
 */
import { jsonObject, type JsonObject, type JsonValue } from '../contract/json'
import { asksForSecret, isSecretName } from './secret-names'
import { splitSentences, spellings } from './spellings'
import type { LocalizedText } from '../contract/localized-text'
import { say, sentences } from '../texts/render-localized'

const secretFormats: ReadonlySet<unknown> = new Set(['password', 'secret', 'token', 'api-key', 'apikey'])
/** Prefixes of keys of well-known services. */
const keyPattern = /^\^?\(?(?:sk[-_]|ghp_|github_pat_|xox[a-z]-|AKIA|AIza|eyJ|glpat-|-----BEGIN)/

/** Why the form must not be filled in; null if it may. */
export function findSecretFieldRefusal(requestedSchema: JsonObject, message = ''): LocalizedText | null {
  const properties = jsonObject.safeParse(requestedSchema['properties']).data ?? {}
  const typed = Object.entries(properties).filter(([, field]) => isTyped(field))
  const secrets = typed.flatMap(([name, field]) => secretName(name, field) ?? [])
  if (secrets.length > 0) {
    const fields = secrets.map((name) => say('requests.quoted', { words: name }))
    return sentences(say('requests.secretFields', { fields }), say('requests.secretRule'))
  }
  const isAsked = typed.length > 0 && splitSentences(message).some((sentence) => asks(sentence, false))
  return isAsked ? sentences(say('requests.secretMessage'), say('requests.secretRule')) : null
}

/** Secrets aren't selected from a list or checked. */
export function isTyped(field: JsonValue): boolean {
  const { type, enum: choices, oneOf } = jsonObject.safeParse(field).data ?? {}
  return type !== 'boolean' && type !== 'array' && choices === undefined && oneOf === undefined
}

/** The name of the field as the user reads it, if it asks for a secret. */
function secretName(name: string, field: JsonValue): string | null {
  const { type, title, format, pattern, description, writeOnly } = jsonObject.safeParse(field).data ?? {}
  const label = typeof title === 'string' && title.trim() !== '' ? title : name
  const isNumber = type === 'number' || type === 'integer'
  const isSecret =
    secretFormats.has(format) ||
    writeOnly === true ||
    (typeof pattern === 'string' && keyPattern.test(pattern)) ||
    [name, label].some((text) => spellings(text).some((words) => isSecretName(words, isNumber))) ||
    (typeof description === 'string' &&
      !isNumber &&
      splitSentences(description).some((item) => asks(item, true)))
  return isSecret ? label : null
}

function asks(sentence: string, isDescription: boolean): boolean {
  return spellings(sentence).some((words) => asksForSecret(words, isDescription))
}
