/**
 * Text as a person who reads it sees it: a model reads the rest as well, and could be told things by it. The screen
 * draws what is left out here as marks.
 */

/** Sequences that a terminal obeys, with what they carry: colours, titles, links, moves. */
const terminalEscapes =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g

/** Joiners that shape emoji and the letters of scripts that need them; elsewhere they only hide. */
const neededJoiners =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}])[\u200C\u200D](?=\p{Extended_Pictographic}|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L})/u

/** Tags, variants beyond those of emoji, no-width, marks of direction, control codes but tabs and line ends. */
const hidden = new RegExp(
  `${neededJoiners.source}|(?<=[^\\uFE0E\\uFE0F])[\\uFE0E\\uFE0F]|` +
    '((?![\\t\\n\\r])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\uFFF9-\\uFFFB])',
  'gu'
)

export function visibleText(text: string): string {
  return clean(text).text
}

/** For models: the visible text, with a note where something was left out. */
export function visibleTextWithNote(text: string): string {
  const { text: visible, leftOut } = clean(text)
  if (leftOut === 0) return visible
  const what = leftOut === 1 ? '1 character' : `${leftOut} characters`
  return `${visible}\n[Parley left out ${what} of this text that can not be seen.]`
}

function clean(text: string): { readonly text: string; readonly leftOut: number } {
  let leftOut = 0
  const visible = text
    .replace(terminalEscapes, (sequence) => {
      leftOut += sequence.length
      return ''
    })
    .replace(hidden, (found: string, dropped: string | undefined) => {
      if (dropped === undefined) return found
      leftOut += 1
      return ''
    })
  return { text: visible, leftOut }
}
