/**
 * Characters that a user can't see but a model or a parser reads. The screen draws them as marks; text for models
 * leaves them out. Emoji and the scripts that need such characters keep them.
 */

/** Scripts in which a joiner shapes letters; in other scripts it only hides. */
const joining = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Nko',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Myanmar',
  'Khmer',
  'Tibetan'
]
const joiningLetter = `[${joining.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`
/** Virama signs: a joiner after one shapes the consonant, even at the end of a word. */
const virama = '[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA\\u1039]'

const needed = [
  // Emoji sequences, and variation selectors between emoji and text.
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
  '(?<=[\\p{Emoji}\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\uFE0E\\uFE0F]',
  // The flags of England, Scotland and Wales.
  '(?<=\\u{1F3F4})\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}',
  `(?<=${joiningLetter})[\\u200C\\u200D](?=${joiningLetter})`,
  `(?<=${virama})[\\u200C\\u200D]`
].join('|')

/**
 * Tags, variation selectors, zero-width and direction characters, fillers and blanks, control codes except tabs and
 * line ends, annotations, private use, surrogates.
 */
const unseen =
  '(?![\\t\\n\\r])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cs}\\p{Noncharacter_Code_Point}\\uFFF9-\\uFFFB\\u2800]'

const pattern = new RegExp(`${needed}|(${unseen})`, 'gu')
const plain = /^[\t\n\r -~]*$/

export interface HiddenCharacter {
  readonly character: string
  readonly start: number
}

/** In text order. */
export function findHidden(text: string): readonly HiddenCharacter[] {
  if (plain.test(text)) return []
  const found: HiddenCharacter[] = []
  for (const { 1: character, index } of text.matchAll(pattern)) {
    if (character !== undefined) found.push({ character, start: index })
  }
  return found
}
