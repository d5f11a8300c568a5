/** The limits of a permission in plain language, the same in the question, in the settings and when one is exceeded. */
import type { GrantCondition } from '../contract/grants'
import type { JsonValue } from '../contract/json'
import type { LocalizedText } from '../contract/localized-text'
import { say } from './localized'

const longestText = 200

/** Continues “only while”: `“path” is inside /home/ada`. Texts of servers and models are shortened, not cleaned. */
export function describeCondition(condition: GrantCondition): LocalizedText {
  switch (condition.type) {
    case 'path-below':
      return say('consent.pathBelow', {
        argument: nameArgument(condition.pointer),
        folder: cut(condition.folder)
      })
    case 'host-is':
      return say('consent.hostIs', {
        argument: nameArgument(condition.pointer),
        host: cut(hostWord(condition))
      })
    case 'one-of':
      return say('consent.oneOf', {
        argument: nameArgument(condition.pointer),
        values: { anyOf: condition.values.map(valueWord) }
      })
    case 'at-most':
      return say('consent.atMost', { calls: condition.calls })
    case 'until':
      return say('consent.until', { at: condition.at })
  }
}

/** `/a/b` for display: “a → b”. */
export function nameArgument(pointer: string): LocalizedText {
  const names = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~2', '*').replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.length === 0
    ? say('consent.allArguments')
    : say('consent.argument', { path: cut(names.join(' → ')) })
}

/** Names the scheme if others on the network can read the data, or if it isn't a web page. */
function hostWord({ host, scheme = 'https' }: Extract<GrantCondition, { type: 'host-is' }>): string {
  return scheme === 'https' ? host : `${scheme}://${host}`
}

function valueWord(value: JsonValue): string {
  return cut(typeof value === 'string' ? `“${value}”` : JSON.stringify(value))
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`
}
