/**
 * Finds forms whose text is similar to a request for a secret, but which aren't refused: in another language,
 * paraphrased, in a description, or in the message. Parley shows them with a warning and sends nothing without a second
 * confirmation. `secret-hints.ts` lists the terms. Pure.
 */
import { jsonObject, type JsonObject, type JsonValue } from '../contract/json'
import type { LocalizedText } from '../contract/localized-text'
import { say, sentences } from '../texts/render-localized'
import { withoutNegations } from './negations'
import { harmlessHints, misspelt, secretHints } from './secret-hints'
import type { SecretHints } from './secret-hints'
import { isTyped } from './secret-fields'
import { splitSentences, spellings, splitSpelling } from './spellings'

/** Why the form needs a second confirmation; null if its text isn't similar to a request for a secret. */
export function findSecretDoubt(requestedSchema: JsonObject, message = ''): LocalizedText | null {
  const properties = jsonObject.safeParse(requestedSchema['properties']).data ?? {}
  const typed = Object.entries(properties).filter(([, field]) => isTyped(field))
  const near = typed.flatMap(([name, field]) => nearName(name, field) ?? [])
  if (near.length > 0) {
    const fields = near.map((name) => say('requests.quoted', { words: name }))
    return sentences(say('requests.nearSecretFields', { fields }), say('requests.nearSecretRule'))
  }
  const isNear = typed.length > 0 && splitSentences(message).some((sentence) => asksNear(sentence, false))
  return isNear ? sentences(say('requests.nearSecretMessage'), say('requests.nearSecretRule')) : null
}

/** The name of the field as the user reads it, if it is similar to that of a secret. */
function nearName(name: string, field: JsonValue): string | null {
  const { title, description } = jsonObject.safeParse(field).data ?? {}
  const label = typeof title === 'string' && title.trim() !== '' ? title : name
  const isNear =
    [name, label].some((text) =>
      spellings(text.slice(0, longestLabel)).some((words) => isNearLabel(words))
    ) ||
    (typeof description === 'string' &&
      splitSentences(description).some((sentence) => asksNear(sentence, true)))
  return isNear ? label : null
}

const longestLabel = 1_000
/** A shorter text is a label, without room for a verb. */
const shortestSentence = 6

function isNearLabel(text: string): boolean {
  const remaining = withoutHonest(text)
  return (
    patterns().label.test(remaining) ||
    patterns().unspaced.test(remaining.replaceAll(' ', '')) ||
    remaining.split(' ').some(isMisspelt)
  )
}

/**
 * A description of a field doesn't need to ask, but a message does. A negated request doesn't count, but other requests
 * in the sentence do.
 */
function asksNear(sentence: string, isDescription: boolean): boolean {
  const isAsked = getClauses(sentence).reduce<Asking>(joinAsking, nothingAsked)
  return spellings(sentence).some((words) => {
    const whole = withoutHonest(words)
    const remaining = withoutHonest(whole.replaceAll(spoken, ' '))
    // An expired or reset secret isn't requested, unless the sentence also asks for it.
    if (!isNear(remaining)) return isNear(whole) && patterns().asksForIt.test(remaining)
    if (isAsked.asks) return true
    if (isAsked.isDenied) return false
    return isDescription || isUnspaced(remaining) || remaining.split(' ').length <= shortestSentence
  })
}

function isNear(text: string): boolean {
  return patterns().anywhere.test(text) || isUnspaced(text) || text.split(' ').some(isMisspelt)
}

function isUnspaced(text: string): boolean {
  return patterns().unspaced.test(text.replaceAll(' ', ''))
}

interface Asking {
  readonly asks: boolean
  readonly isDenied: boolean
}

const nothingAsked: Asking = { asks: false, isDenied: false }

/** A negation applies only to its clause. */
function joinAsking(before: Asking, clause: string): Asking {
  return spellings(clause).reduce<Asking>(({ asks, isDenied }, words) => {
    const remaining = withoutNegations(words)
    return {
      asks: asks || patterns().asking.test(remaining.words) || remaining.asksUnspaced,
      isDenied: isDenied || remaining.isDenied
    }
  }, before)
}

function getClauses(sentence: string): readonly string[] {
  return sentence.split(clauseEnd)
}

const anyWord = '\\p{L}+'

interface Patterns {
  readonly anywhere: RegExp
  readonly label: RegExp
  readonly asking: RegExp
  /** Matches `it` after a verb of asking. */
  readonly asksForIt: RegExp
  readonly honest: RegExp
  readonly unspaced: RegExp
}

let made: Patterns | null = null

/** Built with the first form, because they are long and usually not needed. */
function patterns(): Patterns {
  return (made ??= makePatterns())
}

function makePatterns(): Patterns {
  const languages: readonly SecretHints[] = Object.values(secretHints)
  const spaced = languages.filter(({ verbs }) => verbs !== '')
  const together = languages.filter(({ verbs }) => verbs === '')
  const asking = wordPattern(spaced.map(({ verbs }) => verbs))
  return {
    anywhere: new RegExp(wordPattern(spaced.map((item) => item.anywhere)), 'u'),
    label: new RegExp(wordPattern(spaced.flatMap((entry) => [entry.anywhere, entry.asLabel])), 'u'),
    asking: new RegExp(asking, 'u'),
    asksForIt: new RegExp(
      `${asking}(?: \\p{L}+){0,2} (?:it|them|both|(?:old|current|new|existing|last) one)(?= |$)`,
      'u'
    ),
    honest: new RegExp(wordPattern([harmlessHints]), 'gu'),
    unspaced: new RegExp(together.flatMap((one) => getUnspaced(one.anywhere)).join('|'), 'u')
  }
}

const clauseEnd =
  /[,，、()–—]|\s-\s|\s(?:but|just|instead|sondern|aber|und|mais|pero|sino|ma|mas|maar|en|ale|но|а|ama)\s/iu
/** Says that a secret has expired or is reset. */
const spoken =
  /(?:^|(?<= ))(?:(?:reset|forgot|forgotten|change|rotate|expired|hashed|generate) (?:the |your |an? )?(?:password|pin|key|token|passphrase)s?|(?:password|key|token)s? (?:expired|was|were|has|have))(?= |$)/gu

function getEntries(list: string): readonly string[] {
  return list
    .split(',')
    .map((entry) => entry.trim().replaceAll(/\s+/g, ' '))
    .filter((entry) => entry !== '')
}

function getUnspaced(list: string): readonly string[] {
  return getEntries(list).map((entry) => splitSpelling(entry).replaceAll(' ', ''))
}

function withoutHonest(text: string): string {
  return text.replaceAll(patterns().honest, ' ').replaceAll(/ +/g, ' ').trim()
}

/** Matches whole words, also written as one. */
function wordPattern(lists: readonly string[]): string {
  const patterns = lists.flatMap(getEntries).map(getPattern)
  return `(?:^|(?<= ))(?:${[...new Set(patterns)].join('|')})\\d*(?=$| )`
}

function getPattern(entry: string): string {
  const words = entry.replaceAll(/^\^|\$$/g, '').split(' ')
  const joined = words.reduce((all, word) => {
    const isOpen = word === '*' || all.endsWith(anyWord)
    return `${all}${all === '' ? '' : isOpen ? ' ' : ' ?'}${getWord(word)}`
  }, '')
  return `${entry.startsWith('^') ? '(?<=^)' : ''}${joined}${entry.endsWith('$') ? '(?=$)' : ''}`
}

function getWord(word: string): string {
  if (word === '#') return '\\d{1,2}'
  if (word === '*') return anyWord
  const [before, after] = [word.startsWith('*'), word.endsWith('*')]
  return `${before ? '\\p{L}*' : ''}${splitSpelling(word)}${after ? '\\p{L}*' : ''}`
}

const rightWords = getEntries(misspelt)

/** One letter wrong, missing, or extra, or two swapped. */
function isMisspelt(word: string): boolean {
  return rightWords.some((right) => Math.abs(right.length - word.length) <= 1 && isOneOff(word, right))
}

function isOneOff(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [left, right] = [one.slice(start), other.slice(start)]
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  )
}
