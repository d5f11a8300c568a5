import { beforeEach, describe, expect, test } from 'vitest'
import type { QuestionAnswer, MetadataQuestion } from '../../contract/questions/questions'
import { createForgetfulApprovals, forgetfulHistory } from '../../testing/forgetful-approvals'
import type { KnownTool } from '../interface'
import type { ApprovalsControl } from './approvals'

const never = () => new AbortController().signal

let facts: Map<string, string>
let gate: ApprovalsControl

async function start(): Promise<void> {
  gate = createForgetfulApprovals({
    history: {
      ...forgetfulHistory,
      readFact: async (name) => facts.get(name) ?? null,
      writeFact: async (name, json) => void facts.set(name, json)
    }
  })
  await gate.load()
}

beforeEach(async () => {
  facts = new Map()
  await start()
})

const definition = (description: string) => ({
  title: null,
  description,
  annotations: {},
  inputSchema: { type: 'object' },
  outputSchema: null
})
const tool = (name: string, description = `Does ${name}.`): KnownTool => ({
  serverName: 'notes',
  name,
  ...definition(description),
  definitionHash: `${name}: ${description}`
})

interface Offer {
  readonly instructions?: string | null
  readonly tools?: readonly KnownTool[]
  readonly serverName?: string
}

const show = ({ instructions = null, tools = [], serverName = 'notes' }: Offer, signal = never()) =>
  gate.words.show({ serverName, instructions, tools }, signal)
const open = () => gate.questions() as readonly MetadataQuestion[]
const sayFirst = (decision: Extract<QuestionAnswer, { type: 'server-words' }>['decision']) =>
  gate.answer(open()[0]?.id ?? 'none', { type: 'server-words', decision })

async function answerTo(offer: Offer, decision: 'let-through' | 'keep-back'): Promise<void> {
  const shown = show(offer)
  await sayFirst(decision)
  expect(await shown).toBe(true)
}

const both: Offer = { instructions: 'Be brief.', tools: [tool('add'), tool('list')] }

describe('what a server says about itself', () => {
  test('reaches no model before the user has read it', async () => {
    const shown = show(both)
    expect(open()).toMatchObject([
      {
        type: 'server-words',
        serverName: 'notes',
        instructions: { text: 'Be brief.', previous: null },
        tools: [
          { name: 'add', definition: definition('Does add.'), previous: null },
          { name: 'list', definition: definition('Does list.'), previous: null }
        ]
      }
    ])
    expect(gate.words.instructions('notes')).toBeNull()
    expect(gate.words.tool('notes', 'add')).toBeNull()
    await sayFirst('let-through')
    expect(await shown).toBe(true)
    expect(gate.words.instructions('notes')).toBe('Be brief.')
    expect(gate.words.tool('notes', 'add')).toEqual({
      hash: 'add: Does add.',
      definition: definition('Does add.')
    })
    expect(gate.words.tool('notes', 'other')).toBeNull()
    expect(gate.words.instructions('other')).toBeNull()
  })

  test('is asked about only once, also after a restart', async () => {
    await answerTo(both, 'let-through')
    expect(await show(both)).toBe(false)
    await start()
    expect(await show(both)).toBe(false)
    expect(open()).toEqual([])
    expect(gate.words.instructions('notes')).toBe('Be brief.')
    expect(gate.words.tool('notes', 'list')?.hash).toBe('list: Does list.')
  })

  test('is asked about again when another server says it', async () => {
    await answerTo(both, 'let-through')
    void show({ ...both, serverName: 'other' })
    expect(open()).toMatchObject([{ serverName: 'other', instructions: { previous: null } }])
  })

  test('needs no question when it is empty', async () => {
    expect(await show({})).toBe(false)
    expect(open()).toEqual([])
  })

  test('shows only the tool that changed, with its earlier definition, and leaves the others as they are', async () => {
    await answerTo(both, 'let-through')
    const shown = show({ ...both, tools: [tool('add', 'Adds more.'), tool('list')] })
    expect(open()).toMatchObject([
      {
        instructions: null,
        tools: [
          { name: 'add', definition: { description: 'Adds more.' }, previous: { description: 'Does add.' } }
        ]
      }
    ])
    await sayFirst('let-through')
    await shown
    expect(gate.words.tool('notes', 'add')?.definition.description).toBe('Adds more.')
    expect(gate.words.tool('notes', 'list')?.definition.description).toBe('Does list.')
    expect(gate.words.instructions('notes')).toBe('Be brief.')
  })

  test('shows only the instructions when only they changed, with the earlier ones', async () => {
    await answerTo(both, 'let-through')
    void show({ ...both, instructions: 'Be long.' })
    expect(open()).toMatchObject([{ instructions: { text: 'Be long.', previous: 'Be brief.' }, tools: [] }])
  })

  test('reaches no model when kept back, and is not asked about until it changes', async () => {
    await answerTo(both, 'keep-back')
    expect(gate.words.instructions('notes')).toBeNull()
    expect(gate.words.tool('notes', 'add')).toBeNull()
    expect(await show(both)).toBe(false)
    await answerTo({ ...both, tools: [tool('add', 'Adds more.'), tool('list')] }, 'keep-back')
    // What was kept back before stays kept back.
    expect(await show(both)).toBe(false)
    void show({ ...both, instructions: 'Be long.' })
    expect(open()).toMatchObject([{ instructions: { text: 'Be long.' }, tools: [] }])
  })

  test('is asked about again, when kept back, if the user starts that server, but not another', async () => {
    await answerTo(both, 'keep-back')
    gate.userBegan('other')
    gate.userBegan(null)
    expect(await show(both)).toBe(false)
    gate.userBegan('notes')
    void show(both)
    expect(open()).toHaveLength(1)
  })

  test('has one question for all requests that wait for the same text, which ends with the last of them', async () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const shown = [show(both, first.signal), show(both, second.signal)]
    expect(open()).toHaveLength(1)
    first.abort()
    await Promise.allSettled([shown[0]])
    expect(open()).toHaveLength(1)
    second.abort()
    await Promise.allSettled([shown[1]])
    expect(open()).toEqual([])
    expect(await show(both, AbortSignal.abort())).toBe(false)
    expect(open()).toEqual([])
  })

  test('has separate questions for different text or different servers that wait at once', async () => {
    const shown = [
      show(both),
      show({ ...both, instructions: 'Be long.' }),
      show({ ...both, serverName: 'other' })
    ]
    expect(open().map(({ serverName, instructions }) => [serverName, instructions?.text])).toEqual([
      ['notes', 'Be brief.'],
      ['notes', 'Be long.'],
      ['other', 'Be brief.']
    ])
    for (const _one of shown) await sayFirst('keep-back')
    expect(await Promise.all(shown)).toEqual([true, true, true])
  })

  test('is known from an earlier run', async () => {
    const kept = [['notes', { instructions: 'Be kind.', tools: [] }]]
    facts.set('consent.server-words', JSON.stringify(kept))
    await start()
    expect(gate.words.instructions('notes')).toBe('Be kind.')
  })

  test('is forgotten when trust in the server is revoked, without affecting other servers', async () => {
    await answerTo(both, 'let-through')
    await answerTo({ ...both, serverName: 'other' }, 'let-through')
    await gate.revokeTrust('notes')
    await start()
    expect(gate.words.instructions('notes')).toBeNull()
    expect(gate.words.instructions('other')).toBe('Be brief.')
  })

  test.each([['no JSON'], ['{}'], ['[["notes", {"instructions": 1, "tools": []}]]']])(
    "is asked about again when what was saved can't be read: %s",
    async (json) => {
      facts.set('consent.server-words', json)
      await start()
      expect(gate.words.instructions('notes')).toBeNull()
      void show(both)
      expect(open()).toHaveLength(1)
    }
  )
})
