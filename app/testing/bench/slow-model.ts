/** A model that answers `Show me NAME` with the slow text of that name, or with as many letters that cost nothing. */
import { createScriptedModel } from '../scripted-model/scripted-model'
import type { ScriptedMessage, ScriptedModel } from '../scripted-model/scripted-model'
import { slowTexts } from '../slow-texts'

export const names: readonly string[] = slowTexts.map(({ name }) => name)

/** What asks for harmless text of the same length. */
export const plainName = (name: string): string => `${name}, plain`

/** Of one event of the stream. */
const pieceLength = 20_000

export function startSlowModel(): Promise<ScriptedModel> {
  return createScriptedModel({
    script: ({ body }) => ({ text: inPieces(textFor(wordsOf(body.messages.at(-1)))) })
  })
}

function textFor(asked: string): string {
  for (const { name, text } of slowTexts) {
    if (asked === `Show me ${name}`) return text
    if (asked === `Show me ${plainName(name)}`) return plainText(text.length)
  }
  throw new Error(`There is no text for “${asked}”.`)
}

function plainText(length: number): string {
  const paragraph = `${'plain words '.repeat(80)}\n\n`
  return paragraph.repeat(Math.ceil(length / paragraph.length))
}

function inPieces(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${pieceLength}}`, 'gu')) ?? []
}

function wordsOf(message: ScriptedMessage | undefined): string {
  return (message?.content ?? []).map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}
