/** The arguments of a call while a model writes them: the beginning of a JSON object, closed where it ends. */

/**
 * Leaves out a name without a value, and a number or word that may continue. Null: the text is no beginning of an object.
 * @spec 2026-01-26 apps#notifications-host-view
 */
export function readPartialInput(text: string): Record<string, unknown> | null {
  const { end, closers, openText } = findComplete(text)
  const begun = openText === null ? text.slice(0, end) : `${withoutBrokenEscape(openText)}"`
  try {
    const value: unknown = JSON.parse(`${begun}${closers.toReversed().join('')}`)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null // broken, or nothing yet
  }
}

interface Complete {
  /** After the last complete value. */
  readonly end: number
  /** What closes the objects and lists that are open there. */
  readonly closers: readonly string[]
  /** All of the text, if it ends in a text value; otherwise null. */
  readonly openText: string | null
}

function findComplete(text: string): Complete {
  const closers: string[] = []
  let complete = { end: 0, closers: [] as readonly string[] }
  let isName = false
  const keep = (end: number): void => {
    complete = { end, closers: [...closers] }
  }
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') {
      index = findQuote(text, index + 1)
      if (index === -1) return isName ? { ...complete, openText: null } : { end: 0, closers, openText: text }
      if (!isName) keep(index + 1)
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']')
      isName = character === '{'
      keep(index + 1)
    } else if (character === '}' || character === ']') {
      keep(index)
      closers.pop()
      keep(index + 1)
    } else if (character === ',') {
      keep(index)
      isName = closers.at(-1) === '}'
    } else if (character === ':') isName = false
  }
  return { ...complete, openText: null }
}

/** The next one that isn't escaped; -1: there is none. */
function findQuote(text: string, from: number): number {
  let index = from
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index < text.length ? index : -1
}

/** Removes an escape that has only begun. */
function withoutBrokenEscape(text: string): string {
  return text.replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-f]{0,3})?$/iu, '$1')
}
