/** Characters that hide, reverse, stack or break text: what is visible differs from the content. */
import type { HostileTextEntry } from './entry'

const codePoints = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** Tag characters, which no font draws. */
const inTags = (words: string): string =>
  [...words].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')

const hidden: readonly HostileTextEntry[] = [
  'zero\u200Bwidth\u200Cjoiners\u200Din\u2060side',
  `tags${inTags(' say something else')} end`,
  `only tags: ${inTags('x'.repeat(600))} end`,
  '\u{E0001}language\u{E007F} tag',
  'soft\u00ADhy\u00ADphen',
  'fillers \u3164\u115F\u1160\uFFA0\u2800 blank',
  `selectors a${codePoints(0xfe00, 0xfe0f)} end`,
  `bytes in selectors ${codePoints(0xe0100, 0xe01ef)} end`,
  'annotation \uFFF9base\uFFFAnote\uFFFB end',
  'private \uE000\uE001\uF8FF \u{F0000}\u{10FFFD} use',
  'none \uFFFE\uFFFF\uFDD0\u{1FFFF} characters',
  'lines\u2028and\u2029paragraphs',
  '\uFEFFmark at the start\uFEFF and later',
  'Mongolian \u180E\u180B vowel',
  'invisible \u2061\u2062\u2063\u2064 operators',
  'null \u0000 inside \u0000\u0000',
  `controls ${codePoints(0x01, 0x08)}${codePoints(0x0e, 0x1f)}\u007F end`,
  `more controls ${codePoints(0x80, 0x9f)} end`,
  'bell \u0007 back\b\bspace \u000B \f feed',
  'carriage\rreturn\r\nboth',
  `${'a\u200B'.repeat(2_000)}many`,
  `${'\u200B'.repeat(5_000)}behind many`,
  'no-break\u00A0space\u202Fnarrow\u3000wide\u2003em',
  '\u200B',
  ' \u00A0\u3000 '
]

const turned: readonly HostileTextEntry[] = [
  'invoice\u202Egpj.exe',
  '\u202Ereversed\u202C not',
  '\u2066isolated\u2069 \u2067right\u2069 \u2068first\u2069',
  '\u202A\u202B\u202D never closed',
  `${'\u202E'.repeat(500)}deeply turned`,
  `${'\u2067'.repeat(200)}deep${'\u2069'.repeat(200)} isolates`,
  '\u200Emarks\u200F \u061Cof direction',
  'if (admin) { \u2066// only\u2069 } \u202E',
  'العربية من اليمين إلى اليسار',
  'עברית מימין לשמאל',
  'mixed שלום and العالم and 123 again',
  '(שלום) [عالم] {123} <עברית>',
  'فارسی ۱۲۳ با نیم‌فاصله می‌خواهم',
  '# כותרת\n\n- פריט\n- عنصر',
  '| שם | اسم |\n| - | - |\n| א | ب |',
  'ޑިވެހި ܣܘܪܝܝܐ ߒߞߏ right too'
]

const stacked: readonly HostileTextEntry[] = [
  `Z${'\u0300\u0301\u0302\u0303'.repeat(50)}algo stacks`,
  `e${'\u0301'.repeat(2_000)} one letter`,
  '\u0301alone at the start',
  'a\u20DD\u20E3 enclosed \u0488',
  'é e\u0301 \u1E9B\u0323 normal forms ﬁ ﷺ',
  '각 \u1100\u1161\u11A8 jamo',
  'नमस्ते क्ष् ক্ষ ක්‍ෂ শ্রী',
  'ကြိုဆို ភាសាខ្មែរ བོད་ཡིག',
  'สวัสดี ก็็็็็็็็็็ ชั้น',
  '𒐫𒈙꧅﷽ wide signs',
  '꙰꙲ \u0489\u0489\u0489 rings',
  'ᚠᛇᚻ 𓀀𓂸 𝔉𝔯𝔞𝔨 𝟘𝟙 ⓐ ａｂｃ styles'
]

const emoji: readonly HostileTextEntry[] = [
  '👨‍👩‍👧‍👦 family 🏳️‍🌈 flag 👩🏽‍🚀 tone',
  '🇩🇪🇯🇵🇺 half a flag',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England 🏴󠁸󠁹󠁿 nowhere',
  `${'👨‍👩‍👧‍👦'.repeat(500)} many`,
  '1️⃣ #️⃣ *️⃣ keys',
  '\u200D\u200Djoiners alone \uFE0F\u20E3',
  '☺︎ ☺️ ✌🏿 both looks',
  `👩${'\u200D👩'.repeat(300)} chain`,
  '🫠🪿🫨 newest'
]

const broken: readonly HostileTextEntry[] = [
  'half \uD83D of a pair',
  'half \uDE00 of a pair',
  '\uDC00\uD800 turned round',
  `${'\uD800'.repeat(1_000)} halves`,
  '**bold \uD83D**\uDE00 cut',
  '`code \uD83D`\uDE00 cut',
  '\uFFFD replaced \uFFFD already',
  'Ã¤ â‚¬ mojibake ï»¿',
  '\u0000\uD800\u202E\u200B all at once'
]

export const characters: readonly HostileTextEntry[] = [...hidden, ...turned, ...stacked, ...emoji, ...broken]
