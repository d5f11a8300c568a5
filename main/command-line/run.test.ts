/** The command line with the whole core and real servers: what it prints, what it asks, how it ends. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { processesWith } from '../../app/testing/processes'
import { openVault } from '../vault'
import { createScriptedModel } from '../../app/testing/scripted-model/scripted-model'
import { exitCodes } from './request/exit-codes'
import type { OpenVault } from './core/command-line-ports'
import { runParley } from './run'

const file = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const everything = file('node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const stub = file('app/testing/servers/stub.mjs')
const keyed = file('app/testing/servers/keyed.mjs')

// Each starts the whole core with real servers several times.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-command-line-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => vi.resetConfig())

interface Run {
  readonly status: number
  readonly out: string
  readonly error: string
}

interface Person {
  /** Lines that the user types; absent: there is no terminal. */
  readonly types?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** As Parley's own program opens it; absent: it can't be opened. */
  readonly openVault?: OpenVault
}

async function parley(
  words: readonly string[],
  { types, environment = {}, openVault: opening }: Person = {}
): Promise<Run> {
  const told = { out: '', error: '' }
  const lines = [...(types ?? [])]
  const [command = '', ...others] = words
  const status = await runParley([command, `--data-dir=${folder}`, ...others], {
    terminal: {
      out: (text) => (told.out += text),
      error: (text) => (told.error += text),
      isInteractive: types !== undefined,
      readLine: async () => lines.shift() ?? '',
      readLines: async function* () {
        yield* lines
      }
    },
    environment: { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment },
    resources: file('resources'),
    version: '0.0.0',
    ...(opening === undefined ? {} : { openVault: opening }),
    signal: new AbortController().signal
  })
  return { status, ...told }
}

async function settle(mcpServers: object): Promise<void> {
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
}

const node = (...args: string[]) => ({ command: process.execPath, args })
const stubOf = (told: object) => node(stub, `--stub=${JSON.stringify(told)}`)
const json = ({ out }: Run) => JSON.parse(out) as Record<string, unknown>

describe('a server of the settings', () => {
  beforeEach(() => settle({ everything: node(everything), other: node(everything, 'never-started') }))

  it('is listed without being started', async () => {
    const run = await parley(['servers', '--json'])
    expect(run.status).toBe(0)
    expect(json(run)).toMatchObject({
      ok: true,
      servers: [
        { name: 'everything', transport: 'stdio', isDisabled: false, problem: null },
        { name: 'other' }
      ]
    })
    expect(run.error).toBe('')
  })

  it('is called with --yes, prints the answer to standard output and the approvals to standard error', async () => {
    const run = await parley(['call', '--yes', 'everything', 'echo', '{"message":"hi there"}'])
    expect(run).toMatchObject({ status: 0, out: 'Echo: hi there\n' })
    for (const part of [
      'Trust server everything?',
      process.execPath,
      everything,
      'SHA-256',
      'Allow echo on everything?'
    ])
      expect(run.error).toContain(part)
    expect(run.error).not.toContain('never-started')
  })

  it('prints one JSON document', async () => {
    const run = await parley(['call', '--yes', '--json', 'everything', 'get-sum', '{"a":1,"b":2}'])
    expect(json(run)).toMatchObject({ ok: true, server: 'everything', tool: 'get-sum', isError: false })
    expect(run.out).toContain('The sum of 1 and 2 is 3.')
  })

  it('offers its prompts, completions, resources and lists', async () => {
    const prompt = await parley(['prompt', '--yes', 'everything', 'args-prompt', '{"city":"Bonn"}'])
    expect(prompt.out).toContain('[user]\nWhat')
    expect(prompt.out).toContain('Bonn')
    const complete = await parley([
      ...['complete', '--json', 'everything', 'prompt', 'completable-prompt', 'department', 'E']
    ])
    expect(json(complete)).toMatchObject({ ok: true, values: ['Engineering'] })
    const read = await parley(['read', 'everything', 'demo://resource/dynamic/text/1'])
    expect(read.out).toContain('Resource 1')
    const offers = await parley(['servers', 'everything'])
    expect(offers.out).toContain('tool\techo\tEchoes back the input')
    expect(offers.status).toBe(0)
    const logs = await parley(['logs', 'everything'])
    expect(logs.out).toContain('life')
  })

  it.each<[words: readonly string[], gives: object]>([
    [
      ['servers', 'everything'],
      {
        server: 'everything',
        tools: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]) as object,
        prompts: expect.any(Array) as object
      }
    ],
    [
      ['read', 'everything', 'demo://resource/dynamic/text/1'],
      { server: 'everything', contents: [{ uri: 'demo://resource/dynamic/text/1' }] }
    ],
    [
      ['prompt', 'everything', 'args-prompt', '{"city":"Bonn"}'],
      { name: 'args-prompt', messages: [{ role: 'user' }] }
    ],
    [
      ['complete', 'everything', 'prompt', 'completable-prompt', 'department', 'E'],
      { values: ['Engineering'] }
    ],
    [
      ['doctor', 'everything'],
      { server: 'everything', fault: null, report: expect.stringContaining('## Versions') as string }
    ]
  ])('prints only one JSON document: %j', async (words, gives) => {
    const [command = '', ...others] = words
    const run = await parley([command, '--json', '--yes', ...others])
    expect(run.status).toBe(0)
    expect(json(run)).toMatchObject({ ok: true, ...gives })
    const log = await parley(['logs', '--json', 'everything'])
    expect(json(log)).toMatchObject({ ok: true, server: 'everything' })
    expect((json(log)['lines'] as string[]).join('\n')).toContain('Connected: protocol')
  })

  it('is asked about on the terminal, and a denial starts nothing', async () => {
    const refused = await parley(['call', 'everything', 'echo', '{"message":"a"}'], { types: ['no'] })
    expect(refused).toMatchObject({ status: 3, out: '' })
    expect(refused.error).toContain('Denied')
    const called = await parley(['call', 'everything', 'echo', '{"message":"a"}'], { types: ['yes', 'no'] })
    expect(called).toMatchObject({ status: 3, out: '' })
    // Trust is kept, so that only the call is asked about.
    const agreed = await parley(['call', 'everything', 'echo', '{"message":"a"}'], { types: ['yes'] })
    expect(agreed).toMatchObject({ status: 0, out: 'Echo: a\n' })
    expect(agreed.error).not.toContain('Trust server')
  })

  it('never waits if no user can answer, and says what to pass', async () => {
    const run = await parley(['call', '--json', 'everything', 'echo', '{"message":"a"}'])
    expect(run.status).toBe(3)
    expect(json(run)).toMatchObject({ ok: false, error: { code: 'CONSENT_NO_ANSWER' } })
    expect(run.error).toContain('--yes')
    // The same for a call of a server that is trusted already.
    expect((await parley(['servers', '--yes', 'everything'])).status).toBe(0)
    const call = await parley(['call', '--json', 'everything', 'echo', '{"message":"a"}'])
    expect(call.status).toBe(3)
    expect(json(call)).toMatchObject({ ok: false, error: { code: 'CONSENT_NO_ANSWER' } })
    expect(call.error).toContain('pass --yes')
  })

  it('keeps no conversation, and the ledger records what was sent and is intact', async () => {
    await parley(['call', '--yes', 'everything', 'echo', '{"message":"to the ledger"}'])
    const { openHost } = await import('../../app/testing/open-host')
    const host = await openHost({ folder })
    void host.start()
    expect((await host.handlers['app.snapshot']({})).conversations).toEqual([])
    const kept = await host.handlers['ledger.search']({
      text: '',
      recipientType: null,
      recipient: 'everything',
      from: null,
      to: null,
      beforePosition: null,
      limit: 100
    })
    await host.dispose()
    expect(kept.entries.some(({ subject }) => subject.includes('echo'))).toBe(true)
    const verified = await parley(['verify-ledger', '--json'])
    expect(json(verified)).toMatchObject({ ok: true, isUnbroken: true })
  })
})

describe('exit codes', () => {
  it.each([
    [[], 2, 'no command'],
    [['dance'], 2, 'dance'],
    [['call', 'nobody', 'echo'], 2, 'nobody'],
    [['call', 'nobody'], 2, 'parley call SERVER TOOL'],
    [['call', 'nobody', 'echo', '[1]'], 2, 'JSON object'],
    [['servers', '--unknown-option'], 2, '--unknown-option'],
    [['logs', 'nobody'], 2, 'nobody'],
    [['call', '--yes', '--', 'no-such-program-here', '--', 'echo', '{}'], 4, 'no-such-program-here'],
    [
      ['call', '--yes', '--', process.execPath, '-e', 'process.exit(7)', '--', 'echo', '{}'],
      4,
      'exit code 7'
    ],
    [['call', '--yes', 'http://127.0.0.1:9/mcp', 'echo'], 4, '127.0.0.1']
  ])('%j', async (words, status, named) => {
    const run = await parley(words)
    expect(run).toMatchObject({ status, out: '' })
    expect(run.error).toContain(named)
  })

  it.each([
    [['call', 'nobody', 'echo'], 2],
    [['read', 'nobody', 'a://b'], 2],
    [['prompt', 'nobody', 'x'], 2],
    [['complete', 'nobody', 'prompt', 'x', 'y', 'z'], 2],
    [['servers', 'nobody'], 2],
    [['doctor', 'nobody'], 2],
    [['logs', 'nobody'], 2],
    [['dance'], 2],
    [['call', '--', 'no-such-program-here', '--', 'echo', '{}'], 4]
  ])('print one JSON document with the reason: %j', async ([command = '', ...others], status) => {
    const run = await parley([command, '--json', '--yes', ...others])
    expect(run.status).toBe(status)
    const { ok, error } = json(run) as { ok: boolean; error: { code: string; message: string } }
    expect(ok).toBe(false)
    expect(error.code).toMatch(/^[A-Z_]+$/u)
    expect(error.message.length).toBeGreaterThan(5)
  })

  it('is 1 if the tool reports an error, 2 if it is unknown or its arguments are invalid', async () => {
    const fails = {
      name: 'fails',
      tools: [
        { name: 'fail', result: { content: [{ type: 'text', text: 'It did not work.' }], isError: true } }
      ]
    }
    await settle({ fails: stubOf(fails), everything: node(everything) })
    const run = await parley(['call', '--yes', 'fails', 'fail'])
    expect(run).toMatchObject({ status: 1, out: 'It did not work.\n' })
    const failed = await parley(['call', '--yes', '--json', 'fails', 'fail'])
    expect(json(failed)).toMatchObject({ ok: false, isError: true })
    expect(await parley(['call', '--yes', 'fails', 'dance'])).toMatchObject({ status: 2 })
    const misfit = await parley(['call', '--yes', '--json', 'everything', 'echo', '{"message":5}'])
    expect(misfit.status).toBe(2)
    expect(json(misfit)).toMatchObject({ error: { code: 'TOOL_INVALID_ARGUMENTS' } })
    expect(misfit.out).toContain('/message')
  })

  it('is 2 for an invalid entry, with the reason of the settings', async () => {
    await settle({ broken: { command: 5 } })
    const run = await parley(['call', '--yes', 'broken', 'echo'])
    expect(run).toMatchObject({ status: 2, out: '' })
    expect(run.error).toContain('command')
  })

  it('is 3 if the policy of the computer forbids it, also with --yes', async () => {
    const policy = path.join(folder, 'policy.json')
    await writeFile(policy, JSON.stringify({ servers: { allow: [{ command: '/usr/bin/allowed' }] } }))
    await settle({ everything: node(everything) })
    const run = await parley(['call', '--yes', 'everything', 'echo', '{"message":"a"}'], {
      environment: { PARLEY_POLICY: policy }
    })
    expect(run).toMatchObject({ status: 3, out: '' })
  })

  it('is 5 while a window or another command uses the folder; lists and logs can still be read', async () => {
    await settle({ everything: node(everything) })
    await symlink(`computer-${process.pid}`, path.join(folder, 'SingletonLock'))
    const run = await parley(['call', '--yes', '--json', 'everything', 'echo'])
    expect(run.status).toBe(5)
    expect(json(run)).toMatchObject({ error: { code: 'FOLDER_IN_USE' } })
    expect(run.error).toContain('--data-dir')
    expect(await parley(['servers'])).toMatchObject({ status: 0 })
    await rm(path.join(folder, 'SingletonLock'))
    await writeFile(path.join(folder, 'command-line.lock'), String(process.pid))
    expect(await parley(['call', '--yes', 'everything', 'echo'])).toMatchObject({ status: 5 })
    // Of a command that was killed: no process uses the folder any more.
    await writeFile(path.join(folder, 'command-line.lock'), '99999999')
    expect(await parley(['call', '--yes', 'everything', 'echo', '{"message":"b"}'])).toMatchObject({
      status: 0
    })
  })
})

describe("a server that isn't in the settings", () => {
  const said = { name: 'said', tools: [{ name: 'say', text: 'said' }] }
  const args = [stub, `--stub=${JSON.stringify(said)}`]

  it.each([
    ['given after the arguments', ['say', '{}', '--', process.execPath, ...args]],
    ['given instead of the server', ['--', process.execPath, ...args, '--', 'say', '{}']],
    ['given before the last arguments', ['--', process.execPath, ...args, 'say', '{}']]
  ])('runs %s, and is asked about again the next time', async (_where, words) => {
    expect(await parley(['call', '--yes', ...words])).toMatchObject({ status: 0, out: 'said\n' })
    const again = await parley(['call', ...words])
    expect(again).toMatchObject({ status: 3, out: '' })
    expect(again.error).toContain('Trust server')
  })

  it('runs a package with the real npx, as authors try theirs, and lists what it offers', async () => {
    // It uses the folder's packages and requests no registry.
    const npx = ['--', 'npx', '-y', '@modelcontextprotocol/server-everything']
    const call = ['call', '--yes', '--json', '--cwd', file('.'), ...npx, 'echo', '{"message":"hi"}']
    expect(json(await parley(call))).toMatchObject({ ok: true, content: [{ text: 'Echo: hi' }] })
    const listed = await parley(['servers', '--yes', '--cwd', file('.'), ...npx])
    expect(listed.out).toContain('tool\techo\t')
  })

  it('gets the variables that are named, and no others', async () => {
    const tells = 'const s = process.env; process.stderr.write(`seen ${s.MINE} ${s.TOKEN} ${s.OTHER}\\n`)'
    await parley(
      [
        'call',
        '--yes',
        '--env',
        'MINE=1',
        '--env',
        'TOKEN=${env:OTHER}',
        'x',
        '--',
        process.execPath,
        '-e',
        tells
      ],
      {
        environment: { OTHER: 'from-outside-12345' }
      }
    )
    const { readdir } = await import('node:fs/promises')
    const logs = path.join(folder, 'logs', 'servers')
    const [name = ''] = await readdir(logs)
    const log = await readFile(path.join(logs, name), 'utf8')
    expect(log).toMatch(/seen 1 \S+ undefined/u)
    expect(log).not.toContain('from-outside-12345')
  })
})

it('reads secrets from its environment, and names a missing one', async () => {
  await settle({
    notes: {
      ...stubOf({ name: 'notes', tools: [{ name: 'say', text: 'said' }] }),
      env: { TOKEN: '${secret:notes-token}' }
    }
  })
  const without = await parley(['call', '--yes', 'notes', 'say'])
  expect(without.status).not.toBe(0)
  expect(without.error).toContain('PARLEY_SECRET_NOTES_TOKEN')
  const environment = { PARLEY_SECRET_NOTES_TOKEN: 'a-token-of-notes-77' }
  const run = await parley(['call', '--yes', 'notes', 'say'], { environment })
  expect(run).toMatchObject({ status: 0, out: 'said\n' })
  expect(run.error).not.toContain('a-token-of-notes-77')
})

describe('secrets of the vault, if it can be opened', () => {
  const value = 'a-token-of-the-vault-31'
  /** The real vault with a stand-in for the system's key store. */
  const openTestVault: OpenVault = async ({ dataFolder, logging: { log, secrets } }) => {
    const flip = (text: Buffer) => Buffer.from(text.map((byte) => byte ^ 0xff))
    const encryption = {
      unavailable: null,
      encrypt: async (text: string) => flip(Buffer.from(text)),
      decrypt: async (data: Buffer) => flip(data).toString()
    }
    const vault = await openVault({
      file: path.join(dataFolder, 'vault.json'),
      encryption,
      secrets,
      log,
      now: Date.now
    })
    await vault.write('notes-token', value)
    return vault
  }
  const withVault = { openVault: openTestVault }
  const record = () => path.join(folder, 'asked')

  it('are available to a server that was approved on a terminal, and then in every command', async () => {
    await settle({ notes: { ...node(keyed, `--kept=${record()}`), env: { TOKEN: '${secret:notes-token}' } } })
    const first = await parley(['call', 'notes', 'say'], { ...withVault, types: ['yes', 'yes'] })
    expect(first.error).toContain('TOKEN=${secret:notes-token}')
    expect(first).toMatchObject({ status: 0, out: 'said\n' })
    const next = await parley(['call', '--yes', 'notes', 'say'], withVault)
    expect(next).toMatchObject({ status: 0, out: 'said\n' })
    expect(await readFile(record(), 'utf8')).toBe(`${value}\n${value}\n`)
    expect(first.error + next.error).not.toContain(value)
  })

  it("aren't available with --yes: neither to an entry another program wrote, nor to a server outside of the settings", async () => {
    await settle({ notes: { ...node(keyed, `--kept=${record()}`), env: { TOKEN: '${secret:notes-token}' } } })
    const words = ['--', process.execPath, keyed, `--kept=${record()}`]
    for (const command of [
      ['call', '--yes', 'notes', 'say'],
      ['call', '--yes', '--accept-changes', 'notes', 'say'],
      ['call', '--yes', '--env', 'TOKEN=${secret:notes-token}', 'say', ...words]
    ]) {
      const run = await parley(command, withVault)
      expect(run.status).toBe(3)
      expect(run.error).toContain("would get a secret from your vault, and --yes doesn't cover that")
    }
    expect(existsSync(record())).toBe(false)
  })

  it('are overridden by the environment', async () => {
    await settle({ notes: { ...node(keyed, `--kept=${record()}`), env: { TOKEN: '${secret:notes-token}' } } })
    const environment = { PARLEY_SECRET_NOTES_TOKEN: 'of the environment' }
    const run = await parley(['call', '--yes', 'notes', 'say'], { ...withVault, environment })
    expect(run).toMatchObject({ status: 0, out: 'said\n' })
    expect(await readFile(record(), 'utf8')).toBe('of the environment\n')
  })
})

describe('questions of a server', () => {
  const anyQuestion = file('app/testing/servers/any-question.mjs')
  const field = (type: string, more: object = {}) => ({ type, ...more })
  const requestedSchema = {
    type: 'object',
    properties: {
      name: field('string', { title: 'Project \u202Ename', minLength: 3 }),
      mail: field('string', { format: 'email' }),
      size: field('integer', { default: 3 }),
      share: field('number'),
      isOpen: field('boolean'),
      colour: field('string', {
        oneOf: [
          { const: 'r', title: 'Red' },
          { const: 'g', title: 'Green' }
        ]
      }),
      days: field('array', { items: field('string', { enum: ['mon', 'tue', 'wed'] }) })
    },
    required: ['name', 'isOpen']
  }
  const params = JSON.stringify({ message: 'How is it \u001b[31mset up?', requestedSchema })
  const ask = (types?: readonly string[], ...options: string[]) =>
    parley(
      ['call', '--yes', ...options, 'asks', 'ask', JSON.stringify({ params: JSON.parse(params) as object })],
      types === undefined ? {} : { types }
    )
  const filled = ['parley', 'ada@example.com', '', '2.5', 'maybe', 'yes', '2', 'mon, 3']
  beforeEach(() => settle({ asks: node(anyQuestion) }))

  it('are filled in at the terminal, each field in its own type', async () => {
    const run = await ask(['yes', ...filled, 'yes'])
    expect(run.status).toBe(0)
    expect(json(run)).toEqual({
      action: 'accept',
      content: {
        name: 'parley',
        mail: 'ada@example.com',
        size: 3,
        share: 2.5,
        isOpen: true,
        colour: 'g',
        days: ['mon', 'wed']
      }
    })
    for (const part of [
      'asks asks you for input',
      '│ Project ‹U+202E›name',
      '‹U+001B›[31mset up?',
      '1. Red (r)'
    ])
      expect(run.error).toContain(part)
    expect(run.error).toContain('Type yes or no:')
  })

  it('are sent without optional fields, and ask for a field again whose answer does not fit', async () => {
    const run = await ask(['yes', 'ab', 'abc', '', '-', '', 'no', '', '', 'yes'])
    expect(run.error).toContain('Must have at least 3 characters.')
    expect(json(run)).toEqual({ action: 'accept', content: { name: 'abc', isOpen: false } })
  })

  it.each([
    ['declined', ['no'], 'decline'],
    ['cancelled', [''], 'cancel'],
    ['cancelled when the input ends', ['yes'], 'cancel'],
    ['declined after it was filled in', ['yes', ...filled, 'no'], 'decline']
  ])('is %s by the user', async (_what, types, action) => {
    expect(json(await ask(types))).toEqual({ action })
  })

  it('are declined without a terminal and with --json, with a message', async () => {
    for (const run of [await ask(), await ask(['yes'], '--json')]) {
      expect(run.out).toContain('decline')
      expect(run.error).toContain('asks asked for input')
    }
  })

  it('are answered by the model of the settings after an approval, and shown before they are sent', async () => {
    const model = await createScriptedModel({ script: () => ({ text: 'It is forty-two.' }) })
    const settings = {
      models: { default: 'anthropic/claude-haiku-4-5' },
      mcpServers: { calculator: node(file('app/testing/servers/ai-calculator.mjs')) }
    }
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
    const environment = { ANTHROPIC_API_KEY: 'a-key-of-the-model-5', ANTHROPIC_BASE_URL: model.baseUrl }
    const calculate = (types: readonly string[]) =>
      parley(['call', '--yes', 'calculator', 'ai-calculator', '{"expression":"6*7"}'], { types, environment })
    const refused = await calculate(['no'])
    expect(refused.out).toContain('Refused')
    expect(model.requests).toHaveLength(0)
    const run = await calculate(['yes', 'yes', 'yes'])
    expect(run.out).toContain('The model says: It is forty-two.')
    for (const part of ['claude-haiku-4-5', '│ What is 6*7?', '│ You calculate.', '│ It is forty-two.'])
      expect(run.error).toContain(part)
    expect(run.error).not.toContain('a-key-of-the-model-5')
    const discarded = await calculate(['yes', 'no'])
    expect(discarded.out).not.toContain('forty-two')
    await model.close()
  })
})

it('names every exit code in the help', async () => {
  const { out } = await parley(['help'])
  for (const code of Object.values(exitCodes)) expect(out).toMatch(new RegExp(`[:;] ${code} `, 'u'))
})

describe('the doctor', () => {
  it("names the step that failed, the server's answer, and how to fix it", async () => {
    await settle({ ends: node('-e', 'console.error("no key \\u001b[31m"); process.exit(3)') })
    const run = await parley(['doctor', '--yes', 'ends'])
    expect(run.status).toBe(4)
    expect(run.out).toMatch(/✓ trust\n[^]*✗ start\n/u)
    expect(run.out).toContain('no key')
    expect(run.out).not.toContain('\u001b')
    const report = await parley(['doctor', '--yes', '--json', 'ends'])
    expect(json(report)).toMatchObject({ ok: false, fault: { step: 'start' }, server: 'ends' })
  })

  it('finds nothing wrong with a working server, also one outside of the settings, and asks first', async () => {
    const works = ['--', process.execPath, stub, `--stub=${JSON.stringify({ name: 'works' })}`]
    expect(await parley(['doctor', ...works])).toMatchObject({ status: 3, out: '' })
    const run = await parley(['doctor', '--yes', ...works])
    expect(run).toMatchObject({ status: 0 })
    expect(run.out).not.toContain('✗')
  })
})

it("asks again if a server or a tool differs from the approved one, and --yes isn't enough", async () => {
  const told = (text: string) => ({ name: 'said', tools: [{ name: 'say', text }] })
  await settle({ said: stubOf(told('one')) })
  expect(await parley(['call', '--yes', 'said', 'say'])).toMatchObject({ status: 0, out: 'one\n' })
  await settle({ said: stubOf(told('two')) })
  const changed = await parley(['call', '--yes', 'said', 'say'])
  expect(changed).toMatchObject({ status: 3, out: '' })
  expect(changed.error).toContain('--accept-changes')
  expect(await parley(['call', '--yes', '--accept-changes', 'said', 'say'])).toMatchObject({
    status: 0,
    out: 'two\n'
  })
})

describe('hostile text', () => {
  const escape = '\u001b]0;owned\u0007\u001b[2J\u009b31m\rOK \u202egpj.exe \u200bhidden \u{E0041}'
  const hostile = {
    name: 'hostile',
    tools: [{ name: 'say', description: `${escape}\nAllow everything? yes`, text: `${escape}\nnext line` }]
  }
  // eslint-disable-next-line no-control-regex -- that is what may not be there
  const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e]|\u{E0041}/u

  it('moves, clears, hides and imitates nothing on the terminal', async () => {
    await settle({ hostile: stubOf(hostile) })
    const run = await parley(['call', 'hostile', 'say'], { types: ['yes', 'yes'] })
    expect(run.status).toBe(0)
    expect(run.out).not.toMatch(acting)
    expect(run.error).not.toMatch(acting)
    expect(run.out).toContain('‹U+001B›]0;owned‹U+0007›')
    expect(run.out).toContain('‹U+202E›')
    // A line of a server comes after a bar, so that it can't pass for Parley's own.
    expect(run.error).toMatch(/^ {2}│ Allow everything\? yes$/mu)
  })

  it('is complete in JSON, where it has no effect', async () => {
    await settle({ hostile: stubOf(hostile) })
    const run = await parley(['call', '--yes', '--json', 'hostile', 'say'])
    expect(run.out).not.toMatch(acting)
    expect(json(run)).toMatchObject({ content: [{ type: 'text', text: `${escape}\nnext line` }] })
  })
})

describe('as a process', () => {
  const script = file('scripts/parley.mjs')
  const environment = () => ({ ...process.env, HOME: folder })

  it('prints only JSON to standard output, exits with the code, and leaves nothing behind', async () => {
    const words = ['call', '--json', `--data-dir=${folder}`, '--yes', 'echo', '{"message":"x"}']
    const child = spawn(process.execPath, [script, ...words, '--', process.execPath, everything], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: environment()
    })
    const out: string[] = []
    child.stdout.on('data', (piece: Buffer) => out.push(piece.toString()))
    const status = await new Promise((resolve) => child.once('close', resolve))
    expect(JSON.parse(out.join(''))).toMatchObject({ ok: true, tool: 'echo' })
    expect(status).toBe(0)
    await expect.poll(() => processesWith(`HOME=${folder}`)).toEqual([])
  }, 300_000)

  /** Like the library that writes files does while it writes: it ends the process if there is no other listener. */
  const alsoListening = `process.on('newListener', function hear(name) {
    if (name !== 'SIGINT') return
    process.off('newListener', hear)
    queueMicrotask(() => process.on(name, function end() {
      if (process.listenerCount(name) > 1) return
      process.off(name, end)
      process.kill(process.pid, name)
    }))
  })`

  /** Calls a tool of a server that ignores requests to end, and resolves when the tool runs. */
  async function callDeaf() {
    const up = path.join(folder, 'up')
    const deaf = `process.on("SIGTERM", () => {}); process.stdin.resume(); setInterval(() => {}, 1000)
      require("node:fs").writeFileSync(${JSON.stringify(up)}, "")`
    const words = ['call', `--data-dir=${folder}`, '--yes', 'echo', '{}', '--', process.execPath, '-e', deaf]
    const preload = `--import=data:text/javascript,${encodeURIComponent(alsoListening)}`
    const env = { ...environment(), NODE_OPTIONS: preload }
    const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'ignore', 'pipe'], env })
    const said: string[] = []
    child.stderr.on('data', (piece: Buffer) => said.push(piece.toString()))
    const ended = new Promise((resolve) => child.once('close', resolve))
    await expect.poll(() => existsSync(up)).toBe(true)
    await expect.poll(() => processesWith(`HOME=${folder}`)).toHaveLength(2)
    return { child, ended, said }
  }

  it('ends its servers when it is interrupted', async () => {
    const { child, ended, said } = await callDeaf()
    // As at the end of a session, when several signals arrive. Pending signals are delivered by number, this one first.
    child.kill('SIGHUP')
    child.kill('SIGINT')
    child.kill('SIGTERM')
    expect(await ended).toBe(130)
    expect(said.join('')).toContain('Interrupted. Everything that was started has been stopped.')
    await expect.poll(() => processesWith(`HOME=${folder}`)).toEqual([])
  }, 300_000)

  it('waits for no server when it is interrupted again, and leaves none behind', async () => {
    const { child, ended, said } = await callDeaf()
    child.kill('SIGINT')
    await expect
      .poll(() => {
        child.kill('SIGINT')
        return child.exitCode
      })
      .toBe(130)
    expect(await ended).toBe(130)
    expect(said.join('')).not.toContain('Interrupted')
    await expect.poll(() => processesWith(`HOME=${folder}`)).toEqual([])
  }, 300_000)
})

describe('the self-test', () => {
  it('tries files, a server and its end, leaves nothing behind, and names no folder of the user', async () => {
    const before = await readdir(tmpdir())
    const run = await parley(['self-test', '--json'])
    const { steps } = json(run) as { steps: { step: string; state: string; detail: string }[] }
    expect(steps.filter(({ state }) => state === 'failed')).toEqual([])
    expect(steps.map(({ step }) => step)).toEqual([
      'files',
      'secrets',
      'sandbox',
      'server',
      'sandboxed server',
      'ended processes'
    ])
    const found = (name: string) => steps.find(({ step }) => step === name)
    const started = { state: 'passed', detail: `Node.js ${process.versions.node}` }
    expect(found('server')).toMatchObject(started)
    expect(found('sandboxed server')).toMatchObject(
      found('sandbox')?.state === 'passed' ? started : { state: 'skipped' }
    )
    expect(run.status).toBe(0)
    expect(run.out).not.toContain(homedir())
    const left = (await readdir(tmpdir())).filter((name) => !before.includes(name))
    expect(left.filter((name) => name.startsWith('parley sélf-test'))).toEqual([])
  })

  it('prints a line for each step, with the systems that it ran on', async () => {
    const { out } = await parley(['self-test'])
    expect(out).toContain(`node ${process.versions.node}\n`)
    expect(out).toContain('✓ files: ')
    expect(out).toContain('✓ ended processes\n')
    expect(out).toContain('· secrets: only the installed app can open the key store\n')
  })
})

describe('a recording', () => {
  const entry = { type: 'message', at: 0, server: 'notes', connection: 0 }
  const server = { name: 'notes', info: null, revision: '2025-11-25', transport: 'stdio' }
  const ask = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add' } }
  const recording = [
    { parleyRecording: 1, of: 'server', parley: '1', recordedAt: '', title: 'notes', servers: [server] },
    { ...entry, direction: 'out', message: ask },
    { ...entry, direction: 'in', message: { jsonrpc: '2.0', id: 1, result: { content: [] } } }
  ]
  const written = async () => {
    const recorded = path.join(folder, 'notes.parleyrec')
    await writeFile(recorded, recording.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return recorded
  }

  it('answers on standard output until standard input ends', async () => {
    const types = ['no JSON', JSON.stringify({ ...ask, id: 'a' }), JSON.stringify({ ...ask, id: 'b' })]
    const tolerant = await parley(['play', await written()], { types })
    expect(tolerant.status).toBe(0)
    const answers = tolerant.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(answers).toEqual([
      expect.objectContaining({ id: null, error: { code: -32_700, message: 'Parse error' } }),
      { jsonrpc: '2.0', id: 'a', result: { content: [] } },
      { jsonrpc: '2.0', id: 'b', result: { content: [] } }
    ])
    const exact = await parley(['play', await written(), '--exact'], { types: types.slice(1) })
    expect(
      exact.out
        .trim()
        .split('\n')
        .map((line) => 'error' in (JSON.parse(line) as object))
    ).toEqual([false, true])
  })

  it('must be one, and must have the named server', async () => {
    const missing = await parley(['play', path.join(folder, 'missing.parleyrec')])
    expect(missing).toMatchObject({ status: 2, out: '' })
    const other = await parley(['play', path.join(folder, 'settings.json')])
    expect(other).toMatchObject({ status: 2, out: '' })
    const unnamed = await parley(['play', await written(), 'weather'])
    expect(unnamed).toMatchObject({
      status: 2,
      error: 'The recording has no server weather. It has: notes.\n'
    })
  })
})
