/**
 * Which disguises the search explains, as listed in the table in docs/data-flow.md. Parley asks about unexplained ones
 * as well.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../contract/json'
import { readArgument } from './disguised-texts'
import { createProvenance } from './provenance'
import { explained, unexplained } from './testing/disguise-steps'
import type { Disguise } from './testing/disguise-steps'
import { answered } from './testing/sample-messages'
import { createStepRandom } from './testing/run-steps'
import { seeds } from '../testing/fuzz/seeds'

// All passages are found, or none, so twenty show it. `npm run fuzz` tries the hundred of the page.
const passages = seeds(20)

function textOf(seed: number): string {
  const random = createStepRandom(seed)
  for (let warmUp = 0; warmUp < 10; warmUp++) random(9)
  const word = () =>
    Array.from({ length: 4 + random(6) }, () => String.fromCharCode(97 + random(26))).join('')
  return Array.from({ length: 6 }, word).join(' ')
}

/** Passages of other servers in the arguments of the last of these calls. */
async function found(source: string, calls: readonly JsonObject[]): Promise<readonly string[]> {
  const flows = await createProvenance().findFlows({
    conversationId: 'c',
    messages: [answered('notes', `Before it. ${source} And behind it.`)],
    definitions: [],
    tool: { serverName: 'shell', name: 'run', title: null, description: '', inputSchema: {} },
    arguments: calls.at(-1) ?? {},
    sentBefore: calls.slice(0, -1)
  })
  return flows.flatMap(({ origin, excerpt }) => (origin.type === 'tool' ? [excerpt] : []))
}

async function shareOf(disguise: Disguise): Promise<number> {
  let count = 0
  for (const seed of passages) {
    const text = textOf(seed)
    const flows = await found(text, [{ body: disguise(text, seed) }])
    if (flows.length > 0) count += 1
  }
  return Math.round((100 * count) / passages.length)
}

/** Sent in pieces of 7 letters, call by call. Counts as found if all but a few of them are found. */
async function shareOfPieces(): Promise<number> {
  let count = 0
  for (const seed of passages) {
    const text = textOf(seed)
    const calls = (text.match(/.{1,7}/gs) ?? []).map((piece) => ({ body: piece }))
    const sent = calls.map((_call, at) => calls.slice(0, at + 1))
    const flows = await Promise.all(sent.map((upTo) => found(text, upTo)))
    if (flows.some((one) => one.length > 0)) count += 1
  }
  return Math.round((100 * count) / passages.length)
}

const page = readFileSync(new URL('../../docs/data-flow.md', import.meta.url), 'utf8')
const told = new Map(
  [...page.matchAll(/^\| ([^|]+?) \| (\d+) % \|$/gm)].map(([, name = '', share = '']) => [
    name,
    Number(share)
  ])
)

describe('disguised text of another server', () => {
  it.each(Object.entries({ ...explained, ...unexplained }))(
    'SEC-04: SEC-11-5 is explained as often as the page says: %s',
    async (name, disguise) => {
      expect(told.get(name), `the row ${name} of docs/data-flow.md`).toBe(await shareOf(disguise))
    },
    60_000
  )

  it('SEC-04: SEC-11-5 is explained as often as the page says: split over calls', async () => {
    expect(told.get('in pieces over several calls')).toBe(await shareOfPieces())
  }, 300_000)

  it('has a row on the page for each disguise, and no others', () => {
    const names = [...Object.keys(explained), ...Object.keys(unexplained), 'in pieces over several calls']
    expect([...told.keys()].toSorted()).toEqual(names.toSorted())
  })

  it('is not found if no server sent it', async () => {
    for (const [name, disguise] of Object.entries({ ...explained, ...unexplained }))
      for (let seed = 1; seed <= 10; seed++)
        expect(await found(textOf(1_000 + seed), [{ body: disguise(textOf(seed), seed) }]), name).toEqual([])
  })

  it('is marked at its position, also when written backwards', async () => {
    const text = 'the door code is 7391-blue'
    const body = `Do this: ${[...text].reverse().join('')} and no more`
    expect(await found(text, [{ body }])).toEqual([expect.stringContaining('eulb-1937 si edoc rood')])
  })

  it('is the beginning of text that continues an earlier call, without repeating the earlier part', async () => {
    const text = 'merger with Aurora Holding'
    const [first, second] = [{ body: 'merger wi' }, { body: 'th Aurora Holding it is' }]
    expect(await found(text, [first])).toEqual([])
    expect(await found(text, [first, second])).toEqual([expect.stringMatching(/^th Aurora Holding/)])
    expect(await found(text, [{ body: text }, { body: 'thanks' }])).toEqual([])
  })

  it('is not searched in arguments that are too long or too short', () => {
    expect(readArgument('short').disguised).toEqual([])
    expect(readArgument('long '.repeat(10_000)).disguised).toEqual([])
  })
})

describe('reading a disguised argument', () => {
  // Its base64 has no padding, which would reveal the encoding.
  const secret = 'the door code is 7391-blues'
  const behind = (text: string) =>
    readArgument(text).disguised.map((one) => [one.text, one.places && [...one.places]])
  const textsBehind = (text: string) => readArgument(text).disguised.map((one) => one.text)

  it('shifts letters by 13 places, keeps their case, and changes nothing else', () => {
    expect(behind('The quick brown fox jumps over the lazy dog ANZ @[`{ 42 é')).toContainEqual([
      'Gur dhvpx oebja sbk whzcf bire gur ynml qbt NAM @[`{ 42 é',
      null
    ])
  })

  it('reverses it, keeps characters beyond U+FFFF whole, and maps each to its position', () => {
    expect(behind('door 😀 7391-b')).toContainEqual([
      'b-1937 😀 rood',
      [13, 12, 11, 10, 9, 8, 7, 5, 6, 4, 3, 2, 1, 0, 0]
    ])
  })

  it('removes the signs between six or more letters, with any signs', () => {
    const places = [0, 2, 4, 6, 8, 11, 12, 16]
    for (const text of ['d.o-o.r,c..7 now', 'd o o r c  7 now', 'd\to o.r c .7 now'])
      expect(behind(text)).toContainEqual(['doorc7‖', places])
    expect(textsBehind('d.o-o.r,c and no more')).toHaveLength(2)
    expect(textsBehind('d....o....o....r....c....7')).toHaveLength(2)
  })

  it.each([...'_.~|*+,;:/\\-'])('splits three or more words joined by %s', (sign) => {
    expect(behind(`it is ${['door', 'code', '7391'].join(sign)} now`)).toContainEqual([
      'doorcode7391‖',
      [6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 19, 20, 24]
    ])
    expect(textsBehind(`it is ${['door', 'code'].join(sign)} 7391 now`).join()).not.toContain('‖')
  })

  it.each([
    ['base64 in one line', Buffer.from(secret).toString('base64')],
    ['base64 in lines', Buffer.from(secret).toString('base64').replaceAll(/.{12}/g, '$&\n')],
    ['bytes with blanks between', Buffer.from(secret).toString('hex').replaceAll(/../g, '$& ').trim()],
    ['bytes as a program writes them', [...Buffer.from(secret)].map((one) => `0x${one.toString(16)}`).join(', ')], // prettier-ignore
    ['percent encoding', encodeURIComponent(secret)],
    ['JSON escapes', secret.replaceAll(' ', '\\u0020')],
    ['quoted-printable', secret.replaceAll(' ', '=20')]
  ])('decodes what is encoded inside: %s', (_how, encoded) => {
    expect(textsBehind([...encoded].reverse().join(''))).toContain(secret)
  })

  it('reads texts from 12 to 10,000 letters', () => {
    expect(textsBehind('doorcode739')).toEqual([])
    expect(textsBehind('doorcode7391')).toContain('1937edocrood')
    expect(textsBehind('long '.repeat(2_000))).toHaveLength(2)
    expect(textsBehind(`${'long '.repeat(2_000)}x`)).toEqual([])
  })

  it('reads at most 30,000 letters, and no text twice', () => {
    // The text and its unescaped form, each reversed and shifted, would be more.
    const read = textsBehind(`%41${'long '.repeat(1_997)}`)
    expect(read.map((one) => one.length)).toEqual([9_988, 9_988, 9_986])
    for (const text of ['noon noon noon noon', 'a-b-c-d-e-f-g-f-e-d-c-b-a']) {
      const all = [text, ...textsBehind(text)]
      expect(new Set(all).size).toBe(all.length)
    }
  })
})
