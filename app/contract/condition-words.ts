/** The limits of a permission in plain words, the same in the question, in the settings and where one is broken. */
import type { GrantCondition } from './consents'
import type { JsonValue } from './json'

const longestText = 200

/** Goes on after “only while”: `“path” lies below /home/ada`. Texts of servers and models are cut, not cleaned. */
export function describeCondition(condition: GrantCondition): string {
  switch (condition.type) {
    case 'path-below':
      return `${argumentName(condition.pointer)} lies below ${cut(condition.folder)}`
    case 'host-is':
      return `${argumentName(condition.pointer)} leads to the host ${cut(condition.host)}`
    case 'one-of':
      return `${argumentName(condition.pointer)} is ${condition.values.map(valueWord).join(' or ')}`
    case 'at-most':
      return condition.calls === 1 ? 'it is one call more' : `it is at most ${condition.calls} calls more`
    case 'until':
      return `it is before ${momentWord(condition.at)}`
  }
}

/** `/a/b` as a person reads it: “a → b”. */
export function argumentName(pointer: string): string {
  const names = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.length === 0 ? 'every argument' : `“${cut(names.join(' → '))}”`
}

/** Day and time of this computer's clock: `21 Nov 2026, 19:30`. */
function momentWord(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

function valueWord(value: JsonValue): string {
  return cut(typeof value === 'string' ? `“${value}”` : JSON.stringify(value))
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`
}
