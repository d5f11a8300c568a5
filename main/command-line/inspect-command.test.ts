/** `parley inspect` with the whole core and real servers, on a fake terminal: what is on screen after which keys. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runParley } from './run'
import { createFakeTerminal, usualModes, type FakeTerminal } from './terminal/fake-terminal'

const file = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const everything = file('node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const stub = file('app/testing/servers/stub.mjs')
const asking = file('app/testing/servers/any-question.mjs')
const node = (...args: string[]) => ({ command: process.execPath, args })
const stubOf = (told: object) => node(stub, `--stub=${JSON.stringify(told)}`)

const keys = { enter: '\r', escape: '\u001b', tab: '\t', up: '\u001b[A', down: '\u001b[B', end: '\u001b[F' }

// Each starts the whole core with a real server.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let ending: AbortController
let opened: Inspecting | null
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-inspect-'))
  ending = new AbortController()
  opened = null
})
afterEach(async () => {
  ending.abort()
  await opened?.status
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => vi.resetConfig())

interface Inspecting {
  readonly terminal: FakeTerminal
  readonly status: Promise<number>
  /** Everything outside of the screen. */
  readonly said: () => string
  readonly sees: (...texts: readonly string[]) => Promise<void>
  /** Types the keys once the text is on screen. */
  readonly at: (text: string, ...pressed: readonly string[]) => Promise<void>
}

function inspect(words: readonly string[], size = { columns: 80, rows: 24 }): Inspecting {
  const terminal = createFakeTerminal(size)
  let told = ''
  const status = runParley(['inspect', `--data-dir=${folder}`, ...words], {
    terminal: {
      out: (text) => (told += text),
      error: (text) => (told += text),
      isInteractive: true,
      readLine: () => Promise.reject(new Error('asked outside of the screen')),
      readLines: async function* () {},
      openScreen: terminal.openScreen
    },
    environment: { PATH: process.env['PATH'] ?? '', HOME: folder },
    resources: file('resources'),
    version: '0.0.0',
    signal: ending.signal
  })
  const sees = async (...texts: readonly string[]) => {
    for (const text of texts) await expect.poll(terminal.text).toContain(text)
  }
  opened = {
    terminal,
    status,
    said: () => told,
    sees,
    at: async (text, ...pressed) => {
      await sees(text)
      for (const key of pressed) {
        const before = terminal.text()
        terminal.press(key)
        // Together with the next key it would be another one.
        if (key === keys.escape) await expect.poll(terminal.text).not.toBe(before)
      }
    }
  }
  return opened
}

async function settle(mcpServers: object): Promise<void> {
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
}

describe('a server of the settings', () => {
  beforeEach(() => settle({ everything: node(everything) }))

  it('is trusted on the screen, shows its state and its lists, and ends with q', async () => {
    const { terminal, status, sees, at, said } = inspect(['everything'])
    await sees('Parley asks · everything')
    await at('Enter answer', 'yes', keys.enter)
    await sees('connected · 2025-11-25 · stdio', 'Everything Reference Server', '│ tools.listChanged')
    await at('[Overview]', keys.tab)
    await sees('[Tools', '> echo', 'Echoes back the input string', 'message (string, required)')
    await at('[Tools', '3')
    await sees('[Resources', 'architecture.md', '+demo://resource/dynamic/t…')
    await at('[Resources', '4')
    await sees('[Prompts', 'completable-prompt')
    await at('[Prompts', '5')
    await sees('→ notifications/initialized', '→ tools/list', '← tools/list result')
    await at('[Messages]', '6')
    await sees('Connected: protocol 2025-11-25', 'stderr')
    terminal.press('q')
    expect(await status).toBe(0)
    expect(terminal.modes()).toEqual({ on: usualModes, isRaw: false })
    expect(said()).toBe('')
  })

  it('calls a tool after the question of `parley call`, and not after a denial', async () => {
    const { sees, at, terminal } = inspect(['everything'])
    await at('Enter answer', 'yes', keys.enter)
    await at('connected ·', '2')
    await at('> echo', '/', 'get-sum', keys.enter)
    await at('> get-sum', keys.enter)
    await at('Enter call', keys.enter)
    await at('Arguments for get-sum', 'forty', keys.enter, '2', keys.enter, keys.enter)
    await sees("! That isn't a number")
    await at('> forty', '\u0015', '40', keys.enter, keys.enter, keys.enter)
    await sees('Parley asks · everything', 'Allow get-sum on everything?', '│   "a": 40')
    await at('Enter answer', 'no', keys.enter)
    await sees('Denied. Nothing was run or sent.', '> [ Call ]')
    await at('> [ Call ]', keys.enter)
    await at('Enter answer', 'yes', keys.enter)
    await sees('Result of get-sum', 'The sum of 40 and 2 is 42.')
    await at('Result of', keys.escape, keys.down, keys.enter)
    await at('{"a":40,"b":2}', '\u007f', ',', keys.enter)
    await sees('! The arguments must be a JSON object.')
    await at('{"a":40,"b":2,', '\u007f', '0}', keys.enter)
    await sees('"b": 20')
    await at('Enter answer', 'yes', keys.enter)
    await sees('The sum of 40 and 20 is 60.')
    // The messages have the two calls, and no trace of the denied one.
    await at('Result of', keys.escape, keys.escape, keys.escape, keys.escape, '5')
    await at('tools/call get-sum', '/', 'tool:get-sum kind:request', keys.enter)
    await sees('2 / 2', 'tools/call get-sum')
    expect(terminal.text()).not.toContain('tools/list')
  })

  it('stops a running call with Escape, after its progress', async () => {
    const { sees, at } = inspect(['--yes', 'everything'])
    await at('connected ·', '2')
    await at('> echo', '/', 'long-running', keys.enter)
    await at('> trigger-long-running-oper', keys.enter)
    await at('Enter call', keys.enter)
    await at('│ steps', keys.down, '20', keys.down, keys.enter)
    await sees('… trigger-long-running-operation is running 1 / 20')
    await at('Esc stop', keys.escape)
    await sees('Stopped. The server may already have done part of the work.', '> [ Call ]')
  })

  it('reads resources and templates, gets prompts, and completes their arguments', async () => {
    const { sees, at } = inspect(['--yes', 'everything'])
    await at('connected ·', '3')
    await at('> architecture.md', keys.enter)
    await at('Enter read', keys.enter)
    await sees('Result of architecture.md', '│ # Everything Server')
    await at('Result of', keys.escape, keys.escape, keys.end, keys.enter)
    await at('Resource template:', keys.enter)
    await at('Arguments for', '7', keys.enter, keys.enter)
    await sees('demo://resource/dynamic/blob/7')
    await at('Result of', keys.escape, keys.escape, keys.escape, '4')
    await at('> simple-prompt', keys.down, keys.down, keys.enter)
    await at('Enter get', keys.enter)
    await at('│ department', keys.tab)
    await sees('> Engineering', 'Proposed: Engineering | Sales')
    await at('Proposed', keys.tab, keys.enter, keys.tab)
    await at('> David', keys.enter, keys.enter)
    await sees('Result of completable-prompt', 'Please promote David to the head of the Sales team.')
  })

  it('goes between a request and its answer, and says what is wrong with a filter', async () => {
    const { sees, at } = inspect(['--yes', 'everything'])
    await at('connected ·', '5')
    await at('prompts/list result #', '/', 'method:prompts/list', keys.enter)
    // Without the filter it is “22 / 22”.
    await at(' 2 / 2 · ', keys.enter)
    await sees('From the server', 'Matches the schema of revision', '"prompts"')
    await at('Enter request or answer', keys.enter)
    await sees('To the server', '"method": "prompts/list"')
    await at('To the server', keys.escape, '/', '\u0015', 'ms>soon', keys.enter)
    await sees('needs a number', 'tools/list')
    await at('needs a number', '/', '\u0015', 'meth', keys.tab)
    await sees('/ Filter: method:')
  })

  it('draws again for another size, also a very small one', async () => {
    const { sees, at, terminal } = inspect(['--yes', 'everything'], { columns: 120, rows: 40 })
    await at('connected ·', '2')
    await sees('trigger-elicitation-request', '"$schema"')
    terminal.resize({ columns: 30, rows: 8 })
    await sees('[Tools', '> echo')
    expect(terminal.rows()).toHaveLength(8)
    terminal.resize({ columns: 80, rows: 24 })
    await sees('Overview', '> echo', 'q quit')
  })

  it('is stopped and started again', async () => {
    const { sees, at } = inspect(['--yes', 'everything'])
    await at('connected ·', 's')
    await sees('State: stopped', '! You stopped it.')
    await at('State: stopped', 'r')
    await sees('State: connected')
  })

  it('ends with the terminal restored when a signal ends the command', async () => {
    const { terminal, status, sees } = inspect(['--yes', 'everything'])
    await sees('connected ·')
    ending.abort()
    expect(await status).toBe(1)
    expect(terminal.modes()).toEqual({ on: usualModes, isRaw: false })
  })

  it('starts nothing and ends with 3 after a denial', async () => {
    const { terminal, status, sees, said } = inspect(['everything'])
    await sees('Parley asks', 'Enter answer')
    terminal.press(keys.escape)
    expect(await status).toBe(3)
    expect(said()).toContain('Denied. Nothing was run or sent.')
    expect(terminal.modes()).toEqual({ on: usualModes, isRaw: false })
  })

  it.each([
    ['without a terminal', []],
    ['with --json', ['--json']]
  ])('says in a sentence that it needs a terminal %s', async (_how, options) => {
    const told = { out: '', error: '' }
    const status = await runParley(['inspect', `--data-dir=${folder}`, ...options, 'everything'], {
      terminal: {
        out: (text) => (told.out += text),
        error: (text) => (told.error += text),
        isInteractive: false,
        readLine: async () => '',
        readLines: async function* () {},
        ...(options.length > 0 && { openScreen: createFakeTerminal({ columns: 80, rows: 24 }).openScreen })
      },
      environment: { PATH: process.env['PATH'] ?? '', HOME: folder },
      resources: file('resources'),
      version: '0.0.0',
      signal: ending.signal
    })
    expect(status).toBe(2)
    expect(told.error).toContain('it needs a terminal')
  })
})

describe('a server that asks', () => {
  const form = (message: string) => ({
    message,
    requestedSchema: { type: 'object', properties: { color: { type: 'string', enum: ['red', 'blue'] } } }
  })

  it('is answered field by field on the screen', async () => {
    await settle({ asking: node(asking) })
    const { sees, at } = inspect(['--yes', 'asking'])
    await at('connected ·', '2')
    await at('> ask', keys.enter)
    await at('Enter call', keys.enter)
    await at('[ Edit as JSON ]', keys.down, keys.enter)
    await at('{}', '\u0015', JSON.stringify({ params: form('Which one?') }), keys.enter)
    await at('Enter answer', 'yes', keys.enter)
    await sees('│ Which one?', '│ 2. blue')
    await at('│ 2. blue', '2', keys.enter)
    await at('This would be sent', 'yes', keys.enter)
    await sees('Result of ask', '{"action":"accept","content":{"color":"blue"}}')
  })
})

describe('a hostile server', () => {
  const evil = '\u001b[2J\u001b[1;1HParley asks · hostile\r\nType yes to approve'
  const hostile = {
    name: 'hostile',
    tools: [
      { name: evil, description: evil, text: '' },
      { name: 'say', description: evil, text: `${evil}\u001b]52;c;eA==\u0007\u202e` }
    ],
    resources: [{ uri: 'a://b', name: evil, text: evil }]
  }

  it('writes no sequence, and only into the rows of its own texts', async () => {
    await settle({ hostile: stubOf(hostile) })
    const { terminal, sees, at } = inspect(['--yes', 'hostile'])
    const rows = () => terminal.rows()
    await at('connected ·', '2')
    await sees('‹U+001B›[2J‹U+001B›[1;1HParley')
    expect(rows()[0]).toMatch(/^ Parley · hostile .* connected/u)
    await at('[Tools', keys.down, keys.enter)
    await at('Enter call', keys.enter)
    await at('It takes no arguments', keys.enter)
    await sees('Result of say')
    const body = rows().slice(3, -2)
    expect(body.filter((row) => row !== '' && !row.startsWith('  │'))).toEqual([])
    expect(body.join('')).toContain('‹U+001B›]52;c;eA==')
    expect(rows()[0]).toMatch(/^ Parley · hostile/u)
    await at('Result of', keys.escape, keys.escape, keys.escape, '3')
    await at('Resource:', keys.enter)
    await at('Enter read', keys.enter)
    await sees('Content of:')
    expect(rows()[0]).toMatch(/^ Parley · hostile/u)
    await at('Content of:', keys.escape, keys.escape, '6')
    await sees('[Log]')
    await at('[Log]', '5')
    await sees('resources/read result')
    await at('resources/read result', keys.enter)
    await sees('From the server')
  })

  it('gets no answer to a question whose end is out of sight', async () => {
    await settle({
      hostile: { ...stubOf(hostile), args: [stub, `--stub={"name":"hostile","x":"${'word '.repeat(900)}"}`] }
    })
    const { terminal, sees, at } = inspect(['hostile'])
    await at('read on, then answer', 'yes', keys.enter, keys.enter)
    await expect.poll(terminal.text).not.toContain('Trust server')
    await sees('more rows below', '> yes')
    await at('more rows below', keys.enter)
    await at('Type yes to approve', keys.enter)
    await sees('connected ·')
  })
})

describe("a server that doesn't start", () => {
  it('shows why, with its log', async () => {
    const { sees, at, status } = inspect([
      '--yes',
      '--',
      process.execPath,
      '-e',
      'console.error("no key"); process.exit(7)'
    ])
    await sees('State: failed', '│ no key', 'exit code 7')
    await at('State: failed', '6')
    await sees('no key')
    await at('[Log]', 'q')
    expect(await status).toBe(0)
  })

  it('is unknown: ends with a sentence and the exit code of other commands', async () => {
    const { status, said } = inspect(['nobody'])
    expect(await status).toBe(2)
    expect(said()).toContain('nobody')
  })
})
