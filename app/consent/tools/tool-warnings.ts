/**
 * What a person should know of a tool before a yes: text that only a model sees, words that steer the model, a hint
 * that its name speaks against, names and tools made to be taken for another server's. Sentences; they decide nothing.
 */
import { visibleText } from '../../base/visible-text'
import type { JsonValue } from '../../contract/json'
import type { KnownTool, KnownTools } from '../interface'
import { changingWord, effectOf } from './tool-effect'

/** The weightiest first. */
export function warningsOfTool(tool: KnownTool, known: KnownTools): string[] {
  return [
    ...warningsOfText(tool),
    ...warningsOfHints(tool),
    ...warningsOfImitation(tool, known),
    ...warningsOfMention(tool, known)
  ]
}

/** Every repetition has an end: a server writes these texts, and a search without one could take minutes. */
const steering: readonly (readonly [RegExp, string])[] = [
  [
    /<\s{0,9}\/?\s{0,9}(?:important|system|instructions?|secret|admin|assistant)\s{0,9}>/iu,
    'marks a part as an order'
  ],
  [
    /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|other|all)\b.{0,20}\b(?:instructions?|rules?|prompts?|messages?)\b/isu,
    'tells the model to ignore what it was told'
  ],
  [
    /\b(?:do not|don['’]t|never|without)\b.{0,20}\b(?:tell|telling|inform|informing|mention|mentioning|show|notify|notifying|ask|asking|reveal)\b.{0,30}\b(?:users?|persons?|humans?|them|anyone)\b/isu,
    'tells the model to keep something from you'
  ],
  [
    /(?:\.ssh\b|\bid_(?:rsa|ed25519)\b|\.aws\/|\.env\b|\bmcp\.json\b|\/etc\/(?:passwd|shadow)|\bcredentials?\s{1,9}file)/iu,
    'speaks of files that hold secrets'
  ],
  [
    /\b(?:system prompt|(?:whole|entire|full|previous|all)\s{1,9}(?:conversation|chat|messages|history))\b/iu,
    'asks for the conversation itself'
  ]
]

function warningsOfText(tool: KnownTool): string[] {
  const texts = textsOf(tool)
  const hidden = texts.map(hiddenText).join('')
  const warnings = hidden === '' ? [] : [hiddenWarning(hidden)]
  const whole = [...texts, hidden].join('\n')
  const signs = steering.filter(([pattern]) => pattern.test(whole)).map(([, words]) => words)
  if (signs.length > 0)
    warnings.push(
      `Its description ${signs.join(', and ')}. A model may obey it; read it before you allow anything.`
    )
  return warnings
}

/** Title, description and all texts of the schemas: what a model reads. */
function textsOf({ title, description, inputSchema, outputSchema }: KnownTool): string[] {
  return [title ?? '', description, ...stringsIn(inputSchema), ...stringsIn(outputSchema)]
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

/** Characters that a reader does not see, letters written in tags turned into themselves. */
function hiddenText(text: string): string {
  const shown = visibleText(text)
  if (shown === text) return ''
  const tags = [...text].filter((letter) => /[\u{E0020}-\u{E007E}]/u.test(letter))
  const letters = tags.map((letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0xe0000)).join('')
  return letters === '' ? '\u{FFFD}' : letters
}

function hiddenWarning(hidden: string): string {
  const letters = hidden.replaceAll('\u{FFFD}', '').slice(0, 300)
  const what = letters === '' ? '' : ` Spelled out it reads: “${letters}”.`
  return `Its description holds text that can not be seen and that a model would read.${what}`
}

function warningsOfHints(tool: KnownTool): string[] {
  const { readOnlyHint, destructiveHint } = tool.annotations
  if (readOnlyHint !== true) return []
  if (destructiveHint === true)
    return ['The server calls it read-only and destructive at once. Take it for one that destroys.']
  if (effectOf(tool.name, tool) !== 'doubtful') return []
  const word = changingWord(tool.name) ?? ''
  return [`The server calls it read-only, but its name says “${word}”. Take it for one that changes things.`]
}

function warningsOfImitation(tool: KnownTool, known: KnownTools): string[] {
  const servers = known.likeServer(tool.serverName)
  const warnings = servers.map(
    (name) =>
      `${tool.serverName} is not ${name}, though the names look alike. This call goes to ${tool.serverName}.`
  )
  for (const other of known.likeTool(tool.name)) {
    if (other.serverName === tool.serverName || servers.includes(other.serverName)) continue
    const how =
      other.name === tool.name ? 'of the same name' : `with a name that looks like it, ${other.name}`
    warnings.push(`${other.serverName} has a tool ${how}. This call goes to ${tool.serverName}.`)
  }
  return warnings.slice(0, 3)
}

/** A description that speaks of another server's tool may be there to change how that one is used. */
function warningsOfMention(tool: KnownTool, known: KnownTools): string[] {
  const words = new Set(tool.description.match(/[A-Za-z][\w-]{5,}/g))
  const mentioned = [...words]
    .filter((word) => /[_-]|[a-z][A-Z]/.test(word) && word !== tool.name)
    .map((word) => ({ word, owners: known.ownersOf(word) }))
    .filter(({ owners }) => owners.length > 0 && !owners.includes(tool.serverName))
  return mentioned
    .slice(0, 2)
    .map(
      ({ word, owners }) =>
        `Its description speaks of ${word}, a tool of ${owners[0]}, and may try to steer it.`
    )
}
