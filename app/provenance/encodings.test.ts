import { describe, expect, it } from 'vitest'
import type { TextOrigin } from '../contract/flows'
import type { JsonValue } from '../contract/json'
import { seeds } from '../testing/fuzz/seeds'
import { createProvenance } from './provenance'
import { answered } from './testing/sample-messages'

/** The same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
type Random = ReturnType<typeof createRandom>

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789äöüéßñждщ漢字かが한글€@#-_']

function word(random: Random): string {
  return Array.from({ length: 4 + random(8) }, () => letters[random(letters.length)]).join('')
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(' ')
}

/** A part of the text with at least 12 characters. */
function passageOf(text: string, random: Random): string {
  const start = random(text.length - 30)
  return text
    .slice(start, start + 16 + random(60))
    .trim()
    .padEnd(12, 'x7')
}

const everyLetter = (text: string, write: (code: number) => string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join('')
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0')

const encodings: Readonly<Record<string, (text: string, random: Random) => string>> = {
  'as it is': (text) => text,
  capitals: (text) => text.toUpperCase(),
  'small letters': (text) => text.toLowerCase(),
  'no whitespace': (text) => text.replaceAll(/\s/g, ''),
  'other whitespace': (text) => text.replaceAll(' ', '\r\n\t\u00a0 '),
  'letters and accents apart': (text) => text.normalize('NFD'),
  'letters and accents as one': (text) => text.normalize('NFKC'),
  JSON: (text) => JSON.stringify({ note: text }),
  'escapes of JSON': (text) => everyLetter(text, (code) => `\\u${hex(code, 4)}`),
  'an address': (text) => `https://x.test/?q=${encodeURIComponent(text)}`,
  'every byte of an address': (text) => `%${Buffer.from(text).toString('hex').match(/../g)?.join('%') ?? ''}`,
  'a form': (text) => new URLSearchParams({ q: text }).toString(),
  HTML: (text) => everyLetter(text, (code) => `&#x${hex(code, 2)};`),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'numbers of a program': (text) => Array.from(Buffer.from(text), (byte) => `0x${hex(byte, 2)}`).join(', '),
  'short numbers of a program': (text) =>
    Array.from(Buffer.from(text), (byte) => `0x${hex(byte, 1)}`).join(','),
  'bytes of a program': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/../g, String.raw`\x$&`),
  base64: (text, random) => Buffer.from(`${'>?~'.slice(random(4))}${text}`).toString('base64'),
  'base64 without padding': (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) => Buffer.from(text).toString('base64').replaceAll(/.{20}/g, '$&\n')
}

async function originsOf(source: string, value: JsonValue): Promise<readonly TextOrigin[]> {
  const flows = await createProvenance().findFlows({
    conversationId: 'c',
    messages: [answered('notes', source)],
    definitions: [],
    tool: { serverName: 'shell', name: 'run', title: null, description: '', inputSchema: {} },
    arguments: { value }
  })
  return flows.map(({ origin }) => origin)
}

async function isFound(source: string, value: JsonValue): Promise<boolean> {
  const origins = await originsOf(source, value)
  return origins.some((origin) => origin.type === 'tool' && origin.serverName === 'notes')
}

async function isFoundOrUnread(source: string, value: JsonValue): Promise<boolean> {
  const origins = await originsOf(source, value)
  return origins.some(({ type }) => type === 'unread') || isFound(source, value)
}

describe('encoded text of another server', () => {
  it.each(Object.keys(encodings))(
    'SEC-04: is found through %s, on its own and inside other text',
    async (name) => {
      const encode = encodings[name] ?? ((text) => text)
      for (const seed of seeds(10)) {
        const random = createRandom(seed)
        const source = words(random, 30)
        const passage = passageOf(source, random)
        const sent = encode(passage, random)
        expect(await isFound(source, sent), `${passage} as ${sent}`).toBe(true)
        const other = words(createRandom(1_000 + seed), 30)
        expect(await isFound(other, sent), `${passage} where nobody said it`).toBe(false)
        const among = [words(random, 5), { deep: [`${word(random)} ${sent} ${word(random)}`] }]
        expect(await isFound(source, among), `${passage} in ${JSON.stringify(among)}`).toBe(true)
      }
    }
  )

  it('SEC-04: is found through any three nested encodings', async () => {
    const names = Object.keys(encodings)
    const bytes = new Set(['base64', 'base64 without padding', 'base64 in lines', 'hexadecimal'])
    for (const seed of seeds(80)) {
      const random = createRandom(seed)
      const source = words(random, 30)
      const passage = passageOf(source, random)
      const chosen = [0, 1, 2].map(() => names[random(names.length)] ?? '')
      // Upper case, for example, changes base64.
      const changing = new Set(['capitals', 'small letters', 'no whitespace', 'other whitespace'])
      const chain = chosen.filter((name, at) => at === 0 || !changing.has(name))
      const sent = chain.reduce((text, name) => encodings[name]?.(text, random) ?? text, passage)
      if (chain.filter((name) => bytes.has(name)).length > 2 && sent.length > 20_000) continue
      expect(await isFound(source, sent), `${passage} as ${chain.join(', ')}: ${sent}`).toBe(true)
    }
  })

  it('SEC-04: SEC-11-11 is found through three and four times base64, with escapes before and between', async () => {
    const escaped = [
      'escapes of JSON',
      'an address',
      'every byte of an address',
      'HTML',
      'bytes of a program'
    ]
    for (const seed of seeds(25)) {
      const random = createRandom(seed)
      const source = words(random, 30)
      const passage = passageOf(source, random)
      const chain: string[] = []
      for (let time = 0; time < 3 + (seed % 2); time++) {
        chain.push(['base64', 'base64 without padding'][random(2)] ?? 'base64')
        if (random(2) === 0) chain.push(escaped[random(escaped.length)] ?? 'HTML')
      }
      chain.push(escaped[random(escaped.length)] ?? 'HTML')
      const sent = chain.reduce((text, name) => encodings[name]?.(text, random) ?? text, passage)
      if (sent.length > 30_000) continue
      const among = `${words(random, 4)} a + b ${sent} ${words(random, 4)}`
      // With other seeds, some exceed the limits, and Parley asks for that reason.
      const isTold = seed <= 60 ? isFound : isFoundOrUnread
      expect(await isTold(source, sent), `${passage} as ${chain.join(', ')}`).toBe(true)
      expect(await isTold(source, among), `${passage} as ${chain.join(', ')} among others`).toBe(true)
    }
  })

  it('SEC-04: SEC-11-11 is reported as unread when encoded more often than is decoded', async () => {
    const source = words(createRandom(7), 30)
    let sent = source.slice(5, 40)
    for (let time = 0; time < 10; time++) sent = Buffer.from(sent).toString('base64')
    expect(await originsOf(source, sent)).toEqual([{ type: 'unread' }])
  })

  it('SEC-04: is found with reordered words, sentences, or names of its JSON', async () => {
    for (const seed of seeds(25)) {
      const random = createRandom(seed)
      const own = Array.from({ length: 8 }, () => word(random))
      const source = `${words(random, 20)} ${own.join(' ')}. ${words(random, 20)}`
      const shuffled = own.toSorted((one, other) => (one < other ? -1 : 1))
      expect(await isFound(source, shuffled.join(' ')), shuffled.join(' ')).toBe(true)
      expect(await isFound(source, Object.fromEntries(shuffled.map((text, at) => [at, text])))).toBe(true)
      expect(await isFound(source, { [source.slice(10, 40)]: 1 }), 'a name').toBe(true)
    }
  })
})
