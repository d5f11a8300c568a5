/** Which common texts are reported as data sharing: whose they are, what is too short, and what is reported first. */
import { describe, expect, it } from 'vitest'
import type { Message } from '../contract/conversations'
import type { JsonObject } from '../contract/json'
import type { DefinitionText, WaitingCall } from './interface'
import { createProvenance } from './provenance'
import { called, createTestMessage, createTextPart } from './testing/sample-messages'

type Tool = WaitingCall['tool']
const shell: Tool = {
  serverName: 'shell',
  name: 'run',
  title: null,
  description: 'Runs it.',
  inputSchema: {}
}
const note = 'The harbour master keeps seven yellow lanterns behind door 7391-blue.'

interface Given {
  readonly messages?: readonly Message[]
  readonly definitions?: readonly DefinitionText[]
  readonly tool?: Partial<Tool>
}

function find(args: JsonObject, { messages, definitions = [], tool = {} }: Given = {}) {
  return createProvenance().findFlows({
    conversationId: 'c',
    messages: messages ?? [createTestMessage('assistant', [called('notes', note)], 2)],
    definitions,
    tool: { ...shell, ...tool },
    arguments: args
  })
}

async function excerpts(args: JsonObject, given?: Given): Promise<string[]> {
  return (await find(args, given)).map(({ excerpt }) => excerpt)
}

describe('a passage', () => {
  it('is reported with its place, once for each separate occurrence', async () => {
    const text = 'with harbour master keeps, and also lanterns behind door there'
    expect((await find({ text })).map(({ path, start, end }) => [path, text.slice(start, end)])).toEqual(
      [
        ['/text', 'harbour master keeps'],
        ['/text', 'lanterns behind door ']
      ].map(([path, words]) => [path, words!.trimEnd()])
    )
  })

  it('is reported from twelve characters on, but not with eleven', async () => {
    expect(await excerpts({ text: 'xx lanternsbeh yy' })).toEqual(['lanternsbeh']) // plus the space in the note
    expect(await excerpts({ text: 'xx lanternsbe yy' })).toEqual([])
  })

  it('is not reported if it consists of ordinary words, at any length', async () => {
    const messages = [
      createTestMessage('assistant', [called('notes', 'they were there because it would have been so')], 2)
    ]
    expect(await excerpts({ text: 'because it would have been' }, { messages })).toEqual([])
  })

  it('is reported in each value that it was split over', async () => {
    const flows = await find({ one: 'harbour ma', two: 'ster keeps' })
    expect(flows.map(({ path, excerpt }) => [path, excerpt])).toEqual([
      ['/one', 'harbour ma'],
      ['/two', 'ster keeps']
    ])
  })

  it('is reported once if it appears both as written and encoded', async () => {
    expect(await find({ text: 'harbour%20master keeps' })).toHaveLength(1)
    const text = 'harbour%20master keeps seven%20yellow'
    expect(await find({ text })).toMatchObject([{ start: 0, end: text.length }])
  })

  it('is reported with its beginning if it is very long', async () => {
    const long = `a${Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')}`
    const messages = [createTestMessage('assistant', [called('notes', long)], 2)]
    const [flow] = await find({ text: long }, { messages })
    expect(flow).toMatchObject({ start: 0, end: long.length, excerpt: `${long.slice(0, 200)}…` })
    const [short] = await find({ text: long.slice(0, 200) }, { messages })
    expect(short?.excerpt).toBe(long.slice(0, 200))
  })
})

describe('text that is not data sharing', () => {
  it('includes text that goes back to its own server', async () => {
    expect(await excerpts({ text: note }, { tool: { serverName: 'notes' } })).toEqual([])
  })

  it('includes text of the user, and a rest that is too short', async () => {
    const own = (words: string) => ({
      messages: [
        createTestMessage('assistant', [called('notes', note)], 2),
        createTestMessage('user', [createTextPart(words)], 3)
      ]
    })
    expect(await excerpts({ text: 'seven yellow lanterns' }, own('I have seven yellow lanterns'))).toEqual([])
    expect(await excerpts({ text: 'seven yellow lanterns behind' }, own('seven yellow lanterns'))).toEqual([])
    expect(await excerpts({ text: 'seven yellow lanterns behind door 73' }, own('seven yellow'))).toEqual([
      'lanterns behind door 73'
    ])
  })

  it('includes text that the model wrote first', async () => {
    const messages = [
      createTestMessage(
        'assistant',
        [createTextPart('seven yellow lanterns'), called('notes', note, { step: 1 })],
        2
      )
    ]
    expect(await excerpts({ text: 'seven yellow lanterns' }, { messages })).toEqual([])
  })

  it('includes text of the tool itself: its name, title, description, and schema', async () => {
    const words = 'seven yellow lanterns'
    for (const tool of [
      { name: words },
      { title: words },
      { description: `Takes ${words}.` },
      { inputSchema: { properties: { [words]: { enum: ['x'] } } } },
      { inputSchema: { properties: { a: { enum: [words] } } } }
    ])
      expect(await excerpts({ text: words }, { tool })).toEqual([])
  })

  it('includes a word of the tool among words in another order', async () => {
    expect(await excerpts({ text: 'lanterns yellow seven' })).not.toEqual([])
    expect(
      await excerpts({ text: 'lanterns yellow seven' }, { tool: { description: 'yellow seven' } })
    ).toEqual([])
  })
})

describe('the owner of a passage', () => {
  const origins = async (args: JsonObject, given: Given) =>
    (await find(args, given)).map(({ origin }) => origin)

  it('is its first author', async () => {
    const messages = [
      createTestMessage('assistant', [called('mail', `Fw: ${note}`)], 2),
      createTestMessage('assistant', [called('notes', note)], 4)
    ]
    expect(await origins({ text: 'seven yellow lanterns' }, { messages })).toMatchObject([
      { serverName: 'mail' }
    ])
  })

  it('is its first author, also with reordered words', async () => {
    const messages = [
      createTestMessage(
        'assistant',
        [called('mail', 'the seven of them, yellow as they were, lanterns of the harbour')],
        2
      ),
      createTestMessage('assistant', [called('notes', 'lanterns, yellow ones, seven')], 4)
    ]
    expect(await origins({ text: 'lanterns seven yellow' }, { messages })).toMatchObject([
      { serverName: 'mail' }
    ])
  })

  it('is each author for a different part', async () => {
    const messages = [
      createTestMessage('assistant', [called('mail', 'seven yellow lanterns')], 2),
      createTestMessage('assistant', [called('notes', note)], 4)
    ]
    const flows = await find({ text: 'seven yellow lanterns behind door 7391' }, { messages })
    expect(
      flows.map(({ excerpt, origin }) => [excerpt, 'serverName' in origin && origin.serverName])
    ).toEqual([
      ['seven yellow lanterns', 'mail'],
      ['behind door 7391', 'notes']
    ])
  })

  it('is the author of more of it if the first author has too little', async () => {
    const messages = [
      createTestMessage('assistant', [called('mail', 'and because they would have been there')], 2),
      createTestMessage(
        'assistant',
        [called('notes', 'and because they would have been there in the harbour')],
        4
      )
    ]
    expect(
      await origins({ text: 'because they would have been there in the harbour' }, { messages })
    ).toMatchObject([{ serverName: 'notes' }])
  })
})

describe('text of a description', () => {
  const given = (text: string): Given => ({
    messages: [],
    definitions: [{ serverName: 'weather', toolName: 'get', text }]
  })

  it('is reported from 24 letters on, or 12 if it has signs as in addresses and commands', async () => {
    expect(
      await excerpts({ text: 'lanterns of the harbour' }, given('Counts lanterns of the harbour.'))
    ).toEqual([])
    const long = 'yellow lanterns of the harbour'
    expect(await excerpts({ text: long }, given(`Counts ${long}.`))).toEqual([long])
    for (const command of [
      'curl a.test/x',
      'ann@mail.test',
      'run --as=root',
      'lantern | more',
      'pay $ lanterns'
    ])
      expect(await excerpts({ text: command }, given(`First ${command} then.`))).not.toEqual([])
  })
})

describe('very much text', () => {
  const passage = (at: number) => `passage ${at} of the harbour list, number ${at * 7919}`
  const passagesOf = (count: number) => Array.from({ length: count }, (_, at) => passage(at))
  const toldBy = (count: number) => [
    createTestMessage('assistant', [called('notes', passagesOf(count).join('\n---\n'))], 2)
  ]

  it('reports each passage, including the last one in 100 KB', async () => {
    const own = 'and these are words of the model itself. '.repeat(24)
    const body = passagesOf(100)
      .map((words) => `${own}${words}. `)
      .join('')
    expect(body.length).toBeGreaterThan(100_000)
    const flows = await find({ body }, { messages: toldBy(100) })
    expect(flows).toHaveLength(100)
    expect(flows.at(-1)?.excerpt).toContain(passage(99))
  })

  it('reports an area that contains each passage when nearby ones are joined', async () => {
    const body = passagesOf(1_200).join(' — then — ')
    const flows = await find({ body }, { messages: toldBy(1_200) })
    expect(flows.length).toBeLessThanOrEqual(500)
    for (const words of [passage(0), passage(600), passage(1_199)]) {
      const start = body.indexOf(words)
      expect(flows.some((flow) => flow.start <= start && flow.end >= start + words.length)).toBe(true)
    }
  })

  it('reports the longest passages in very many arguments, in argument order', async () => {
    const words = passagesOf(600)
    const args = Object.fromEntries(words.map((each, at) => [`k${at}`, `${at}# ${each} #`]))
    const flows = await find(args, { messages: toldBy(600) })
    expect(flows).toHaveLength(500)
    const places = flows.map(({ path }) => Number(path.slice(2)))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it('reports what was not compared first, then secrets, then the rest', async () => {
    const passages = Array.from({ length: 35 }, (_, at) => `passage number ${at} of the long harbour list`)
    const messages = [createTestMessage('assistant', [called('notes', passages.join('\n'))], 2)]
    const key = `sk-${'a1B2c3D4e5'.repeat(3)}`
    const args = {
      ...Object.fromEntries(passages.map((words, at) => [`k${at}`, words])),
      secret: key,
      long: '. '.repeat(260_000)
    }
    const types = (await find(args, { messages })).map(({ origin }) => origin.type)
    expect(types).toContain('unread')
    expect(types).toContain('secret')
    expect(types.filter((type) => type === 'tool')).toHaveLength(35)
  })
})

describe('text made to match everywhere', () => {
  it('is not compared to its end, and the rest is reported as unread', async () => {
    const messages = [createTestMessage('assistant', [called('notes', 'a.c'.repeat(10_000))], 2)]
    const args = { early: 'at nine', flood: 'a.c'.repeat(20_000), late: 'see you at ten' }
    const unread = (await find(args, { messages })).filter(({ origin }) => origin.type === 'unread')
    expect(unread.map(({ path, start, end }) => [path, start, end])).toEqual([
      ['/flood', 0, 60_000],
      ['/late', 0, 14]
    ])
  })
})

describe('a secret', () => {
  const key = `sk-${'a1B2c3D4e5'.repeat(3)}`
  const none = { messages: [createTestMessage('user', [createTextPart('Hello')], 1)] }

  it('is reported from any source, with its kind', async () => {
    expect(await find({ header: `Use ${key}.` }, none)).toEqual([
      {
        path: '/header',
        start: 4,
        end: 4 + key.length,
        excerpt: key,
        origin: { type: 'secret', kind: 'an API key' }
      }
    ])
  })

  it('is reported when it is encoded', async () => {
    const encoded = Buffer.from(`key ${key}`).toString('base64')
    expect((await find({ a: encoded }, none)).map(({ origin }) => origin.type)).toContain('secret')
  })

  it('is named by the argument whose value it is', async () => {
    expect((await find({ deep: { password: 'tea for two' } }, none)).map(({ path }) => path)).toEqual([
      '/deep/password'
    ])
    expect(await find({ password_of_ann: { value: 'tea for two' } }, none)).toEqual([])
  })

  it('is not reported if the user wrote it in a request to this server', async () => {
    const request = (serverName: string, value: string) =>
      createTestMessage(
        'user',
        [{ type: 'tool-request', serverName, toolName: 'run', arguments: { key: value } }],
        1
      )
    expect(await find({ key }, { messages: [request('shell', key)] })).toEqual([])
    expect(await find({ key }, { messages: [request('mail', key)] })).toHaveLength(1)
    expect(
      await find({ key }, { messages: [createTestMessage('user', [createTextPart(key)], 1)] })
    ).toHaveLength(1)
    expect(await find({ key: `${key} and more words` }, { messages: [request('shell', key)] })).toHaveLength(
      1
    )
  })

  it('is reported at most sixty times', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [`k${at}`, `sk-${String(at).padStart(20, 'x')}`])
    )
    expect(await find(many, none)).toHaveLength(60)
  })
})

describe('searching several conversations', () => {
  type Call = ReturnType<typeof call>
  const call = (conversationId: string, messages: readonly Message[]) => ({
    conversationId,
    messages,
    definitions: [],
    tool: shell,
    arguments: { text: 'seven yellow lanterns' }
  })

  it('keeps them separate', async () => {
    const provenance = createProvenance()
    expect(
      await provenance.findFlows(call('a', [createTestMessage('assistant', [called('notes', note)], 2)]))
    ).toHaveLength(1)
    expect(await provenance.findFlows(call('b', []))).toEqual([])
  })

  it('learns them ahead, and continues after a failed search', async () => {
    const provenance = createProvenance()
    const messages = [createTestMessage('assistant', [called('notes', note)], 2)]
    await provenance.learn('a', { messages, definitions: [] })
    expect(await provenance.findFlows(call('a', messages))).toHaveLength(1)
    const broken = null as unknown as readonly Message[]
    await expect(provenance.findFlows(call('a', broken))).rejects.toThrow()
    await expect(provenance.learn('a', { messages: broken, definitions: [] })).rejects.toThrow()
    expect(await provenance.findFlows(call('a', messages))).toHaveLength(1)
    provenance.forget('a')
    expect(await provenance.findFlows(call('a', messages))).toHaveLength(1)
  })

  it('reads one only once while it is among the last four', async () => {
    const provenance = createProvenance()
    const read: string[] = []
    const conversation = (id: string) => {
      const shown = createTestMessage('assistant', [called('notes', note)], 2)
      const { parts } = shown
      const watched = Object.defineProperty(shown, 'parts', {
        get: () => {
          read.push(id)
          return parts
        }
      })
      return call(id, [watched])
    }
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(conversation) as [Call, Call, Call, Call, Call]
    const readIn = async (...calls: readonly Call[]) => {
      read.length = 0
      for (const one of calls) expect(await provenance.findFlows(one)).toHaveLength(1)
      return [...new Set(read)]
    }
    expect(await readIn(a, b, c, d)).toEqual(['a', 'b', 'c', 'd'])
    expect(await readIn(b, c, d, a)).toEqual([])
    // The fifth replaces the one that was unused for longest.
    expect(await readIn(e, c, d, a)).toEqual(['e'])
    expect(await readIn(b)).toEqual(['b'])
  })

  it('reads one again with the same result after a long time without use', async () => {
    const provenance = createProvenance()
    const messages = [createTestMessage('assistant', [called('notes', note)], 2)]
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'a'])
      expect(await provenance.findFlows(call(id, messages))).toHaveLength(1)
  })
})
