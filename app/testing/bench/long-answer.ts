/**
 * A model that answers `Markdown` with a long, realistic answer, and `Plain` with as many plain words, piece by piece.
 */
import { createScriptedModel } from '../scripted-model/scripted-model'
import type { ScriptedModel } from '../scripted-model/scripted-model'
import { createProse, createTextRandom } from './made-up-text'
import type { Prose } from './made-up-text'

/** In characters, as a fast model sends them. */
const pieceLength = 20
const everyMs = 4

/** The end of an answer: when it is on screen, the answer is complete. */
export const lastSentence = (name: string): string => `That was all of it in ${name}.`

/** `port`: a free one when left out. */
export function startLongModel(letters: number, port?: number): Promise<ScriptedModel> {
  const prose = createProse(createTextRandom())
  const texts: Readonly<Record<string, string>> = {
    Markdown: untilLong(letters, () => section(prose)),
    Plain: untilLong(letters, () => `${prose(400)}\n\n`)
  }
  return createScriptedModel({
    ...(port !== undefined && { port }),
    script: ({ body }) => {
      const asked = (body.messages.at(-1)?.content ?? [])
        .map(({ text }) => (typeof text === 'string' ? text : ''))
        .join('')
      // Other apps may add text around it.
      const [name, text] = Object.entries(texts).find(([one]) => asked.includes(one)) ?? []
      if (name === undefined || text === undefined) return { text: 'Ask for Markdown or for Plain.' }
      return {
        text: `${text}\n\n${lastSentence(name)}`.match(new RegExp(`[^]{1,${pieceLength}}`, 'gu')) ?? [],
        everyMs
      }
    }
  })
}

function untilLong(letters: number, make: () => string): string {
  let text = ''
  while (text.length < letters) text += make()
  return text.slice(0, letters)
}

/** A heading, paragraphs with marks, a list, a table and code. */
function section(prose: Prose): string {
  const items = Array.from({ length: 4 }, () => `- **${prose(12)}**: ${prose(80)}`)
  const rows = Array.from({ length: 4 }, () => `| ${prose(10)} | ${prose(10)} | ${prose(10)} |`)
  const code = Array.from(
    { length: 8 },
    (_, line) => `const value${line} = read('${prose(20)}') // ${prose(20)}`
  )
  return [
    `## ${prose(30)}`,
    `${prose(200)} *${prose(20)}* ${prose(200)} \`${prose(10)}\` ${prose(100)}`,
    items.join('\n'),
    ['| One | Two | Three |', '| --- | --- | --- |', ...rows].join('\n'),
    ['```ts', ...code, '```'].join('\n'),
    `${prose(300)}\n\n`
  ].join('\n\n')
}
