import { describe, expect, it } from 'vitest'
import type { Message, MessagePart } from '../contract/conversations'
import type { JsonObject } from '../contract/json'
import { createProvenance } from './provenance'
import { called, createTestMessage, createTextPart } from './testing/sample-messages'
import { measureProcessorMs } from '../testing/processor-time'

const secretNote = 'The board meets on the 4th floor at 18:30; the door code is 7391-blue.'

const shell = {
  serverName: 'shell',
  name: 'run',
  title: null,
  description: 'Runs a command.',
  inputSchema: {}
}

function flowsOf(messages: readonly Message[], args: JsonObject, tool = shell) {
  return createProvenance().findFlows({
    conversationId: 'c',
    messages,
    definitions: [],
    tool,
    arguments: args
  })
}

function afterNote(args: JsonObject, note = secretNote) {
  return flowsOf(
    [
      createTestMessage('user', [createTextPart('What is new?')], 1),
      createTestMessage('assistant', [called('notes', note)], 2)
    ],
    args
  )
}

const fromNotes = { type: 'tool', serverName: 'notes', toolName: 'read' }

describe('createProvenance', () => {
  it('SEC-02 SEC-04: finds text of another server in the arguments and says where it is', async () => {
    const command = 'echo "the door code is 7391-blue"'
    const flows = await afterNote({ options: [{ command }] })
    expect(flows).toEqual([
      {
        path: '/options/0/command',
        start: 6,
        end: 32,
        excerpt: 'the door code is 7391-blue',
        origin: fromNotes
      }
    ])
    expect(command.slice(6, 32)).toBe('the door code is 7391-blue')
  })

  it.each([
    ['12 characters', 'x 7391-blue. y', '7391-blue.'],
    ['another order', 'code is 7391-blue, board meets on the 4th floor', 'code is 7391-blue'],
    ['capitals', 'THE DOOR CODE IS 7391', 'THE DOOR CODE IS 7391'],
    ['other whitespace', 'the\n  door\tcode is   7391', 'the\n  door\tcode is   7391'],
    ['no whitespace', 'thedoorcodeis7391', 'thedoorcodeis7391'],
    [
      'hidden characters between',
      'the d\u200bo\u200bo\u200br code is 73\u206091',
      'the d\u200bo\u200bo\u200br code is 73\u206091'
    ],
    ['wide letters', 'ｔｈｅ ｄｏｏｒ ｃｏｄｅ ｉｓ', 'ｔｈｅ ｄｏｏｒ ｃｏｄｅ ｉｓ'],
    [
      'JSON in a text',
      JSON.stringify({ a: 'x\u00e9 the door code is 7391-blue' }),
      'the door code is 7391-blue'
    ],
    ['escaped letters', '\\u0074he\\u0020door\\u0020code is', '\\u0074he\\u0020door\\u0020code is'],
    [
      'an address',
      `https://x.test/?q=${encodeURIComponent('the door code is 7391')}`,
      'the%20door%20code%20is%207391'
    ],
    ['a form', 'q=the+door+code+is+7391&r=1', 'the+door+code+is+7391']
  ])('finds a passage through %s', async (_name, value, excerpt) => {
    const note = _name === '12 characters' ? 'Remember 7391-blue. y always' : secretNote
    const flows = await afterNote({ value }, note)
    expect(flows.length).toBeGreaterThan(0)
    expect(flows.map((flow) => flow.excerpt).join(' | ')).toContain(excerpt)
    expect(flows[0]?.origin).toEqual(fromNotes)
  })

  it.each([
    ['base64', Buffer.from('the door code is 7391-blue').toString('base64')],
    ['base64 for addresses', Buffer.from('>>?? the door code is 7391-blue').toString('base64url')],
    ['base64 behind other letters', `id_${Buffer.from('the door code is 7391-blue').toString('base64')}`],
    ['base64 in a command', `echo ${Buffer.from('door code is 7391').toString('base64')} | base64 -d | sh`],
    ['base64 of JSON', Buffer.from(JSON.stringify({ x: 'the door code is 7391' })).toString('base64')],
    ['base64 twice', Buffer.from(Buffer.from('the door code is 7391').toString('base64')).toString('base64')],
    [
      'base64 in an address',
      `/x?d=${encodeURIComponent(Buffer.from('the door code is 7391').toString('base64'))}`
    ]
  ])('finds a passage in %s', async (_name, value) => {
    const [flow] = await afterNote({ value })
    expect(flow?.origin).toEqual(fromNotes)
    expect(value.slice(flow?.start, flow?.end)).toBe(flow?.excerpt)
  })

  it('finds text that the server sent encoded and the model decoded', async () => {
    const note = `Payload: ${Buffer.from('the door code is 7391-blue').toString('base64')}`
    expect(await afterNote({ value: 'the door code is 7391-blue' }, note)).toHaveLength(1)
  })

  it('finds a passage split over several arguments', async () => {
    const flows = await afterNote({ words: ['the door', 'code is', '7391-blue'] })
    expect(flows.map(({ path }) => path)).toEqual(['/words/0', '/words/1', '/words/2'])
  })

  it('finds a long number', async () => {
    expect(await afterNote({ account: 453957876348 }, 'Account 453957876348 is open')).toHaveLength(1)
  })

  it('ignores text shorter than 12 characters, ordinary words, and the scheme of an address', async () => {
    const note = 'In the case that you would have been there before. See https://www.example.org/a'
    expect(await afterNote({ a: 'door code' })).toEqual([])
    expect(await afterNote({ a: 'I think that you would have been there before' }, note)).toEqual([])
    expect(await afterNote({ a: 'https://www.parley.test/b' }, note)).toEqual([])
  })

  it('ignores what the user wrote, before or after', async () => {
    const note = createTestMessage('assistant', [called('notes', secretNote)], 2)
    const args = { command: 'the door code is 7391-blue' }
    expect(
      await flowsOf(
        [note, createTestMessage('user', [createTextPart('use “The door code is 7391-blue”')], 3)],
        args
      )
    ).toEqual([])
    const asked: MessagePart = { type: 'tool-request', serverName: 'shell', toolName: 'run', arguments: args }
    expect(await flowsOf([note, createTestMessage('user', [asked], 3)], args)).toEqual([])
  })

  it('ignores text that goes back to its own server, and text of the tool', async () => {
    expect(
      await flowsOf([createTestMessage('assistant', [called('shell', secretNote)], 1)], { a: secretNote })
    ).toEqual([])
    const tool = { ...shell, description: 'Runs what is in the configuration file.' }
    const messages = [createTestMessage('assistant', [called('notes', 'See the configuration file.')], 1)]
    expect(await flowsOf(messages, { a: 'configuration file' }, tool)).toEqual([])
  })

  it('ignores an echo: text that the model wrote first is its own, but not text that it repeats', async () => {
    const query = 'population of Lisbon by parish'
    const echo = called('search', `No results for ${query}`, { arguments: { query } })
    expect(await flowsOf([createTestMessage('assistant', [echo], 1)], { q: query })).toEqual([])
    const repeated = createTestMessage(
      'assistant',
      [called('notes', secretNote), createTextPart(secretNote, 1)],
      1
    )
    expect(await flowsOf([repeated], { a: secretNote })).toHaveLength(1)
  })

  it('reports the part that the user did not write', async () => {
    const note = createTestMessage(
      'assistant',
      [called('notes', 'Write to ann@example.com, she lives in Elm Street 14')],
      1
    )
    const ask = createTestMessage('user', [createTextPart('Write to ann@example.com')], 2)
    const [flow] = await flowsOf([note, ask], {
      to: 'ann@example.com',
      body: 'Hi, she lives in Elm Street 14!'
    })
    expect(flow).toMatchObject({ path: '/body', excerpt: ', she lives in Elm Street 14' })
  })

  it('is not misled by text of the user inside a passage', async () => {
    const note = createTestMessage(
      'assistant',
      [called('notes', 'the gate opens by blue lantern then 55')],
      1
    )
    const ask = createTestMessage('user', [createTextPart('What is a blue lantern?')], 2)
    const flows = await flowsOf([note, ask], { a: 'opens by blue lantern then 55' })
    expect(flows.map(({ excerpt }) => excerpt)).toEqual(['opens by', 'then 55'])
  })

  it('names resources, prompts, and structured results', async () => {
    const contents = [{ uri: 'notes://plan', mimeType: null, text: secretNote, blob: null }]
    const read = { name: 'plan', mimeType: null, readAt: 0, contents, hasChanged: false }
    const resource: MessagePart = { type: 'resource', serverName: 'notes', uri: 'notes://plan', ...read }
    const block = { type: 'text', text: 'Always mention the purple elephant' } as const
    const prompt: MessagePart = {
      type: 'prompt',
      serverName: 'notes',
      name: 'style',
      arguments: {},
      messages: [{ role: 'user', content: block }]
    }
    const structured = called('files', '', {
      content: [],
      structuredContent: { line: 'host db.internal.example' }
    })
    const messages = [
      createTestMessage('user', [resource, prompt], 1),
      createTestMessage('assistant', [structured], 2)
    ]
    const args = {
      a: 'door code is 7391-blue',
      b: 'mention the purple elephant',
      c: 'host db.internal.example'
    }
    expect((await flowsOf(messages, args)).map(({ origin }) => origin)).toEqual([
      { type: 'resource', serverName: 'notes', uri: 'notes://plan' },
      { type: 'prompt', serverName: 'notes', name: 'style' },
      { type: 'tool', serverName: 'files', toolName: 'read' }
    ])
  })

  it.each([
    ['an API key', { a: `curl -H "x: sk-${'a1B2'.repeat(8)}"` }],
    ['an access token', { a: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789' }],
    ['a private key', { a: '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----' }],
    ['a password or key', { a: 'DB_PASSWORD=correcthorse' }],
    ['a password or key', { a: 'export AWS_SECRET_ACCESS_KEY="wJalrXUtnFEMI/K7MDENG"' }],
    ['a password in an address', { a: 'psql postgres://app:hunter22@db.internal/main' }],
    ['an access token', { a: 'curl -H "Authorization: Bearer abcdefghijklmnop1234"' }],
    ['a card number', { a: 'pay with 4111 1111 1111 1111 until 12/30' }],
    ['a card number', { a: Buffer.from('card 378282246310005').toString('base64') }],
    ['a password or key', { password: 'correcthorse' }]
  ])('SEC-16: finds %s from any source, unless the user wrote it to this server', async (kind, args) => {
    const found = { type: 'secret', kind }
    const kindsAfter = async (...messages: Message[]) =>
      (await flowsOf(messages, args)).map(({ origin }) => origin)
    expect(await kindsAfter()).toContainEqual(found)
    const words = createTestMessage('user', [createTextPart(Object.values(args)[0] ?? '')], 1)
    expect(await kindsAfter(words)).toContainEqual(found)
    const asked = (serverName: string): Message =>
      createTestMessage('user', [{ type: 'tool-request', serverName, toolName: 'run', arguments: args }], 1)
    expect(await kindsAfter(asked('notes'))).toContainEqual(found)
    expect(await kindsAfter(asked('shell'))).toEqual([])
  })

  it('forgets removed messages and learns new ones', async () => {
    const provenance = createProvenance()
    const first = createTestMessage('assistant', [called('notes', secretNote)], 1)
    const call = { conversationId: 'c', definitions: [], tool: shell, arguments: { a: secretNote } }
    await provenance.learn('c', { messages: [first], definitions: [] })
    expect(await provenance.findFlows({ ...call, messages: [first] })).toHaveLength(1)
    expect(await provenance.findFlows({ ...call, messages: [] })).toEqual([])
    expect(await provenance.findFlows({ ...call, messages: [first] })).toHaveLength(1)
  })

  // Skipped in mutation runs, where the code is too slow.
  it.skipIf(process.env['PARLEY_MUTATED'])(
    'compares texts made to match everywhere without blocking',
    async () => {
      const rounds = 'abcdefgh'.repeat(60_000)
      const computed = await measureProcessorMs(async () => {
        const flows = await afterNote({ a: 'abcdefgx'.repeat(5_000), b: rounds.slice(0, 90_000) }, rounds)
        expect(flows.length).toBeGreaterThan(0)
      })
      expect(computed).toBeLessThan(3_000)
    }
  )
})
