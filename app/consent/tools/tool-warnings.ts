/**
 * Warnings about a tool before the user approves it: text that only a model sees, text that steers the model, a hint
 * that contradicts the name, and names that imitate another server or tool. They inform the user and decide nothing.
 */
import { visibleText } from '../../base/visible-text'
import { collectSchemaTexts } from '../../base/schema-texts'
import type { SchemaTexts } from '../../base/schema-texts'
import type { KnownTool, KnownTools } from '../interface'
import { changingWord, readToolEffect } from './tool-effect'
import type { LocalizedText, Warning } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { warn } from '../../texts/warn'

/** Most important first. */
export function listToolWarnings(tool: KnownTool, known: KnownTools): Warning[] {
  return [
    ...warningsOfText(tool),
    ...warningsOfHints(tool),
    ...warningsOfImitation(tool, known),
    ...warningsOfMention(tool, known)
  ]
}

/** Every repetition is bounded: servers write these texts, and an unbounded search could take minutes. */
const steering: readonly (readonly [RegExp, LocalizedText])[] = [
  [
    /<\s{0,9}\/?\s{0,9}(?:important|system|instructions?|secret|admin|assistant)\s{0,9}>/iu,
    say('consent.orderMark')
  ],
  [
    /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|other|all)\b.{0,20}\b(?:instructions?|rules?|prompts?|messages?)\b/isu,
    say('consent.ignoreOrder')
  ],
  [
    /\b(?:do not|don['’]t|never|without)\b.{0,20}\b(?:tell|telling|inform|informing|mention|mentioning|show|notify|notifying|ask|asking|reveal)\b.{0,30}\b(?:users?|persons?|humans?|them|anyone)\b/isu,
    say('consent.keepSecret')
  ],
  [
    /(?:\.ssh\b|\bid_(?:rsa|ed25519)\b|\.aws\/|\.env\b|\bmcp\.json\b|\/etc\/(?:passwd|shadow)|\bcredentials?\s{1,9}file)/iu,
    say('consent.secretFiles')
  ],
  [
    /\b(?:system prompt|(?:whole|entire|full|previous|all)\s{1,9}(?:conversation|chat|messages|history))\b/iu,
    say('consent.wantsConversation')
  ]
]

/** Also checked in names, where the words are joined by underscores. Phrases that are common in names are left out. */
const steeringInNames = new Set<string>(['consent.ignoreOrder', 'consent.keepSecret'])

function warningsOfText(tool: KnownTool): Warning[] {
  const { texts, names } = wordsOf(tool)
  const hidden = [...texts, ...names].map(hiddenText).join('')
  const warnings = hidden === '' ? [] : [hiddenWarning(hidden)]
  const whole = [...texts, hidden].join('\n')
  const spoken = names.map(speakName)
  const signs = steering
    .filter(([pattern, { text }]) => {
      const inNames = steeringInNames.has(text) ? [...names, ...spoken] : names
      return pattern.test(whole) || inNames.some((name) => pattern.test(name))
    })
    .map(([, words]) => words)
  return signs.length > 0 ? [...warnings, warn('consent.steering', { signs })] : warnings
}

/** Everything that a model reads of a tool, including its name and those of its arguments. */
function wordsOf({ name, title, description, inputSchema, outputSchema }: KnownTool): SchemaTexts {
  const input = collectSchemaTexts(inputSchema)
  const output = collectSchemaTexts(outputSchema)
  return {
    texts: [title ?? '', description, ...input.texts, ...output.texts],
    names: [name, ...input.names, ...output.names]
  }
}

/** Converts `ignorePrevious_rules` to `ignore previous rules`. */
function speakName(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_.-]+/g, ' ')
}

/** Characters that a reader doesn't see. Tag characters are converted to the letters that they encode. */
function hiddenText(text: string): string {
  const shown = visibleText(text)
  if (shown === text) return ''
  const tags = [...text].filter((letter) => /[\u{E0020}-\u{E007E}]/u.test(letter))
  const letters = tags.map((letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0xe0000)).join('')
  return letters === '' ? '\u{FFFD}' : letters
}

function hiddenWarning(hidden: string): Warning {
  const text = hidden.replaceAll('\u{FFFD}', '').slice(0, 300)
  return text === '' ? warn('consent.hiddenText') : warn('consent.hiddenTextReads', { text })
}

function warningsOfHints(tool: KnownTool): Warning[] {
  const { readOnlyHint, destructiveHint } = tool.annotations
  if (readOnlyHint !== true) return []
  if (destructiveHint === true) return [warn('consent.bothHints')]
  if (readToolEffect(tool.name, tool) !== 'doubtful') return []
  return [warn('consent.changingName', { word: changingWord(tool.name) ?? '' })]
}

function warningsOfImitation(tool: KnownTool, known: KnownTools): Warning[] {
  const server = tool.serverName
  const servers = known.likeServer(server)
  const warnings = servers.map((other) => warn('consent.likeServer', { server, other }))
  for (const other of known.likeTool(tool.name)) {
    if (other.serverName === server || servers.includes(other.serverName)) continue
    warnings.push(
      other.name === tool.name
        ? warn('consent.sameTool', { other: other.serverName, server })
        : warn('consent.likeTool', { other: other.serverName, tool: other.name, server })
    )
  }
  return warnings.slice(0, 3)
}

/** A mention of another server's tool may be there to change how that tool is used. */
function warningsOfMention(tool: KnownTool, known: KnownTools): Warning[] {
  const words = new Set(wordsOf(tool).texts.flatMap((text) => text.match(/[A-Za-z][\w-]{5,}/g) ?? []))
  const mentioned = [...words]
    .filter((word) => /[_-]|[a-z][A-Z]/.test(word) && word !== tool.name)
    .map((word) => ({ word, owners: known.ownersOf(word) }))
    .filter(({ owners }) => owners.length > 0 && !owners.includes(tool.serverName))
  return mentioned
    .slice(0, 2)
    .map(({ word, owners }) => warn('consent.mentions', { word, owner: owners[0] ?? '' }))
}
