/** Keys and events of the inspector without a core: what they change, and what they cause. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../app/contract/json'
import type { ToolView } from '../../../app/contract/servers'
import type { MessagePage, MessageRow } from '../../../app/contract/workbench/messages'
import { openForm } from './form-page'
import { drawJson } from './draw-form'
import { beginInspecting, type Effect, type FormItem, type InspectEvent, type InspectState } from './state'
import { update } from './update'

const size = { columns: 80, rows: 24 }

function key(name: string, { isShift = false } = {}): InspectEvent {
  const text = name.length === 1 ? name : ''
  return { type: 'key', key: { name, text, isShift, isControl: false } }
}

/** The state and all effects after the events. */
function after(start: InspectState, ...events: readonly InspectEvent[]) {
  const effects: Effect[] = []
  const state = events.reduce((before, event) => {
    const next = update(before, event)
    effects.push(...next.effects)
    return next.state
  }, start)
  return { state, effects }
}

const keysOf = (...names: readonly string[]) => names.map((name) => key(name))

function tool(name: string, inputSchema: JsonObject = { type: 'object' }): ToolView {
  return {
    serverName: 'notes',
    name,
    title: null,
    description: '',
    annotations: {},
    icons: [],
    isDisabled: false,
    problem: null,
    inputSchema,
    outputSchema: null,
    taskSupport: 'forbidden'
  }
}

const items = (...names: readonly string[]) => ({
  tools: names.map((name) => ({ kind: 'tool', value: tool(name) }) as const),
  resources: [],
  prompts: []
})

describe('a question', () => {
  const asked = { type: 'asked', text: 'Allow it?\nType yes:' } as const
  const start = beginInspecting('notes', size)

  it('takes no keys that were typed for the screen before it', () => {
    const early = after(start, asked, ...keysOf('y', 'e', 's', 'return'))
    expect(early.effects).toEqual([{ type: 'pause' }])
    expect(early.state.question?.line.text).toBe('')
    const late = after(early.state, { type: 'ready' }, ...keysOf('n', 'o', 'return'))
    expect(late.effects).toEqual([{ type: 'answer', line: 'no' }])
  })

  it('leaves no keys to the screen behind it when it is withdrawn', () => {
    const withdrawn = after(start, asked, { type: 'ready' }, { type: 'settled', isWithdrawn: true }, key('q'))
    expect(withdrawn.state.question).toBeNull()
    expect(withdrawn.effects).toEqual([{ type: 'pause' }, { type: 'pause' }])
    expect(after(withdrawn.state, { type: 'ready' }, key('q')).effects).toEqual([{ type: 'quit' }])
  })

  it('is abandoned with Escape', () => {
    expect(after(start, asked, { type: 'ready' }, key('y'), key('escape')).effects).toEqual([
      { type: 'pause' },
      { type: 'abandon' }
    ])
  })

  it('stays on screen when its rows become fewer', () => {
    const long = { type: 'asked', text: 'word '.repeat(2_000) } as const
    const { state } = after(start, long, { type: 'ready' }, ...keysOf('return', 'return', 'return'))
    const { from } = after(state, { type: 'resized', size: { columns: 400, rows: 60 } }).state.question ?? {}
    expect(from).toBe(0)
  })

  it('starts each further part at its own beginning, without a pause', () => {
    const long = {
      type: 'asked',
      text: Array.from({ length: 50 }, (_, at) => `row ${at}`).join('\n')
    } as const
    const { state, effects } = after(start, asked, { type: 'ready' }, long)
    expect(effects).toEqual([{ type: 'pause' }])
    expect(state.question?.from).toBe(2)
    // The end isn't on screen yet, so Enter reads on.
    expect(after(state, key('return')).effects).toEqual([])
    expect(after(state, ...keysOf('return', 'return', 'return')).effects).toEqual([
      { type: 'answer', line: '' }
    ])
  })
})

describe('a list', () => {
  it('keeps the chosen item when the server changes its list', () => {
    const { state } = after(
      beginInspecting('notes', size),
      { type: 'offered', items: items('a', 'b', 'c') },
      ...keysOf('2', 'down'),
      { type: 'offered', items: items('new', 'a', 'b', 'c') },
      key('return')
    )
    expect(state.pages).toMatchObject([{ title: 'b' }])
  })

  it('goes from tab to tab and around', () => {
    const start = beginInspecting('notes', size)
    expect(after(start, key('tab', { isShift: true })).state.tab).toBe('log')
    expect(after(start, key('left'), key('tab')).state.tab).toBe('overview')
    expect(after(start, key('right'), key('right')).state.tab).toBe('resources')
  })
})

describe('messages', () => {
  const row = (number: number) => ({ number, kind: 'request', method: 'ping' }) as unknown as MessageRow
  const page = (from: number, end: number): MessagePage => ({
    first: 0,
    end,
    from,
    rows: Array.from({ length: Math.min(200, end - from) }, (_, at) => row(from + at)),
    removed: 0,
    problems: []
  })

  it('follow the newest until the user moves, and again at the end', () => {
    const start = after(beginInspecting('notes', size), key('5'))
    expect(start.effects).toEqual([{ type: 'find', filter: '', from: null, count: 200 }])
    const found = after(start.state, { type: 'found', page: page(800, 1_000), filter: '' })
    expect(found.effects).toEqual([])
    const moved = after(found.state, key('up'))
    expect(moved.state.places.messages.chosen).toBe(998)
    expect(after(moved.state, key('end')).state.places.messages.chosen).toBeNull()
  })

  it('are asked for where the user goes, and late answers for another filter are ignored', () => {
    const { state } = after(beginInspecting('notes', size), key('5'), {
      type: 'found',
      page: page(800, 1_000),
      filter: ''
    })
    const home = after(state, key('home'))
    expect(home.effects).toEqual([{ type: 'find', filter: '', from: 0, count: 200 }])
    const filtered = after(state, ...keysOf('/', 'x', 'return'))
    expect(filtered.effects).toEqual([{ type: 'find', filter: 'x', from: null, count: 200 }])
    const late = after(filtered.state, { type: 'found', page: page(0, 5), filter: '' })
    expect(late.state.messages?.end).toBe(1_000)
  })
})

describe('a form', () => {
  const schema = {
    type: 'object',
    properties: {
      color: { type: 'string', enum: ['red', 'blue'] },
      loud: { type: 'boolean' },
      count: { type: 'integer' },
      parts: { type: 'array', items: { type: 'number' } }
    },
    required: ['count']
  }
  const start = {
    ...beginInspecting('notes', size),
    pages: [openForm({ kind: 'tool', value: tool('paint', schema) })]
  }

  it('chooses values with the arrows, and reads every type', () => {
    const { effects } = after(
      start,
      ...keysOf(
        'right',
        'right',
        'return',
        'left',
        'return',
        '7',
        'return',
        '[',
        '1',
        ']',
        'return',
        'return'
      )
    )
    expect(effects).toMatchObject([
      { type: 'use', args: { color: 'blue', loud: false, count: 7, parts: [1] } }
    ])
  })

  it('goes to the first field that is wrong, and sends nothing', () => {
    const { state, effects } = after(start, ...keysOf('down', 'down', 'x', 'down', 'down', 'return'))
    expect(effects).toEqual([])
    expect(state.pages.at(-1)).toMatchObject({
      chosen: 2,
      problems: [null, null, "That isn't a whole number", null]
    })
  })

  it('keeps what is typed while its call runs, and Escape stops the call', () => {
    const { state, effects } = after(start, key('x'), { type: 'running', text: 'paint' }, key('escape'))
    expect(effects).toEqual([{ type: 'stop' }])
    expect(state.pages).toHaveLength(1)
  })

  it('ignores values that arrive late for another field or other text', () => {
    const prompt = {
      kind: 'prompt',
      value: { name: 'greet', arguments: [{ name: 'who' }, { name: 'how' }] }
    } as unknown as FormItem
    const form = { ...beginInspecting('notes', size), pages: [openForm(prompt)] }
    const { state, effects } = after(form, key('A'), key('tab'))
    const [request] = effects
    if (request?.type !== 'propose') throw new Error('no values are asked for')
    const proposed = { type: 'proposed', request, values: ['Ann'] } as const
    const typed = (...events: readonly InspectEvent[]) => {
      const [page] = after(state, ...events, proposed).state.pages
      return page?.kind === 'form' ? page.lines.map(({ text }) => text) : []
    }
    expect(typed()).toEqual(['Ann', ''])
    expect(typed(key('x'))).toEqual(['Ax', ''])
    expect(typed(key('down'))).toEqual(['A', ''])
  })
})

describe('arguments as JSON', () => {
  const page = (text: string) => ({
    kind: 'json' as const,
    item: { kind: 'tool', value: tool('paint') } as const,
    line: { text, at: text.length },
    problem: null
  })

  it('are cut by cells, so that the cursor is behind the last character', () => {
    const { rows, cursor } = drawJson(page('漢字漢字x'), { columns: 7, rows: 24 })
    expect(rows.slice(0, 3).map(([cells]) => cells?.text)).toEqual([' 漢字', ' 漢字x', undefined])
    expect(cursor).toEqual({ row: 1, column: 6 })
  })

  it('are drawn in a terminal of any size', () => {
    for (const columns of [0, 1, 2, 3]) {
      const { rows } = drawJson(page('abc'), { columns, rows: 1 })
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.length).toBeLessThan(9)
    }
  })
})
