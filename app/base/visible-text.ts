/**
 * Text as a user sees it. A model would also read the invisible rest, which could contain instructions. The screen
 * shows marks for what is removed here.
 */
import { findHidden } from '../contract/content/hidden-text'

/** Terminal escape sequences with their content: colors, titles, links, cursor moves. */
const terminalEscapes =
  // eslint-disable-next-line no-control-regex -- the pattern searches for control characters
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g

/** These characters separate lines, though few programs show that. */
const lineEnds = new Set(['\u2028', '\u2029'])

export function visibleText(text: string): string {
  return clean(text).text
}

/** For models: the visible text, with a note where something was removed. */
export function visibleTextWithNote(text: string): string {
  const { text: visible, leftOut } = clean(text)
  if (leftOut === 0) return visible
  const what = leftOut === 1 ? '1 character' : `${leftOut} characters`
  return `${visible}\n[Parley left out ${what} of this text that can't be seen.]`
}

function clean(text: string): { readonly text: string; readonly leftOut: number } {
  let leftOut = 0
  const readable = text.replace(terminalEscapes, (sequence) => {
    leftOut += sequence.length
    return ''
  })
  const pieces: string[] = []
  let end = 0
  for (const { character, start } of findHidden(readable)) {
    pieces.push(readable.slice(end, start), lineEnds.has(character) ? '\n' : '')
    end = start + character.length
    leftOut += 1
  }
  pieces.push(readable.slice(end))
  return { text: pieces.join(''), leftOut }
}
