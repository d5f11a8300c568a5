/**
 * Servers are known by their names. This table says what happens to everything that the user gave to a name when the
 * name belongs to another program: what is asked again, what the trust question shows, and what is kept because it
 * protects. Anything new that is stored by the name of a server belongs in the table.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createScriptedModel, type ScriptedModel } from '../../../testing/scripted-model/scripted-model'
import type { CallOutput } from '../../../contract/bridge/calls'
import type { QuestionAnswer, Question, ServerTrustQuestion } from '../../../contract/questions/questions'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

const stub = fileURLToPath(new URL('../../../testing/servers/stub.mjs', import.meta.url))

let folder: string
let host: OpenTestHost
let model: ScriptedModel

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-name-'))
  await Promise.all(['garden', 'cellar'].map((name) => mkdir(path.join(folder, name))))
})
afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

const entry = (name: string, tool: string, more: object = {}) => {
  const told = JSON.stringify({ name, tools: [{ name: tool, text: 'ok' }] })
  return { command: process.execPath, args: [stub, `--stub=${told}`], ...more }
}
const settingsFile = () => path.join(folder, 'settings.json')
const read = async () => JSON.parse(await readFile(settingsFile(), 'utf8')) as { mcpServers: object }
const write = (settings: object) => writeFile(settingsFile(), JSON.stringify(settings))
const snapshot = () => host.handlers['app.snapshot']({})

async function asked<T extends Question['type']>(type: T, named: object = {}) {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type, ...named }), soon)
  return host.question() as Extract<Question, { type: T }>
}
async function answer(given: QuestionAnswer): Promise<void> {
  await host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer: given })
}
async function trust(serverName: string): Promise<ServerTrustQuestion> {
  const question = await asked('server-trust', { serverName })
  await answer({ type: 'server-trust', decision: 'trust' })
  return question
}
async function connected(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { servers } = await snapshot()
    expect(servers.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'connected'))
  }, soon)
}

const own = { env: { TOKEN: '${secret:notes-token}' } }
const switches = { receiveFromAll: true, showIcons: true }

/** Gives `notes` everything that a server can get by its name. */
async function giveAll(): Promise<void> {
  const uses = ['get_events', 'write_note']
  model = await createScriptedModel({
    script: ({ body }, index) => {
      const wanted = uses[index]
      const tool = body.tools?.find(({ name }) => String(name).endsWith(wanted ?? 'none'))
      return tool === undefined
        ? { text: 'Done.' }
        : { toolUses: [{ name: String(tool['name']), input: {} }] }
    }
  })
  await write({
    mcpServers: {
      calendar: entry('calendar', 'get_events'),
      notes: entry('notes', 'write_note', {
        ...own,
        useInstructions: false,
        tools: { forget: { disabled: true } }
      })
    },
    roots: [{ path: path.join(folder, 'garden'), servers: ['notes'] }]
  })
  host = await openHost({
    folder,
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  })
  host.secrets.set('notes-token', 'a-secret-of-the-vault')
  void host.start()
  await trust('calendar')
  await trust('notes')
  await connected(2)
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-folders']({
    conversationId,
    folders: [{ path: path.join(folder, 'cellar'), servers: ['notes'] }]
  })
  const text = 'Note what is on'
  await host.handlers['conversation.send']({
    conversationId,
    text,
    toolRequest: null,
    resources: [],
    prompt: null
  })
  await asked('tool-call', { toolName: 'get_events' })
  await answer({ type: 'tool-call', decision: 'allow-once' })
  await asked('tool-call', { toolName: 'write_note', newFlows: ['calendar'] })
  await answer({ type: 'tool-call', decision: 'allow-always', flow: 'server' })
  await vi.waitFor(async () => expect((await snapshot()).conversations[0]?.isRunning).toBe(false), soon)
  await host.handlers['server.set-options']({
    serverName: 'notes',
    receivesEverything: true,
    areIconsAllowed: true,
    reviewsResults: true
  })
  await host.handlers['sampling.set-rule']({ serverName: 'notes', mode: 'automatic' })
  await host.handlers['sampling.set-rule']({ serverName: 'calendar', mode: 'automatic' })
}

/** A server that says everything that the first one says, and more. */
const other = (more: object = {}) => entry('other', 'write_note', { ...own, ...switches, ...more })

const ways: readonly [string, () => unknown][] = [
  [
    'in the file',
    async () => {
      const settings = await read()
      await write({ ...settings, mcpServers: { ...settings.mcpServers, notes: other() } })
    }
  ],
  [
    'by an edit in the window',
    () =>
      host.handlers['server.save-entry']({
        previousName: 'notes',
        serverName: 'notes',
        json: JSON.stringify(other())
      })
  ],
  [
    'by a removal and a paste',
    async () => {
      await host.handlers['server.remove']({ serverName: 'notes' })
      await host.handlers['server.paste']({ text: JSON.stringify({ mcpServers: { notes: other() } }) })
    }
  ]
]

interface Later {
  readonly way: string
  readonly question: ServerTrustQuestion
  readonly state: CallOutput<'app.snapshot'>
}
const serverIn = ({ state }: Later) => state.servers.find(({ name }) => name === 'notes')
const waiting = ({ state }: Later) =>
  state.settings.held?.changes.map(({ path: place }) => place.join('.')) ?? []
const isForgotten = ({ way }: Later) => way === 'by a removal and a paste'

/** What was given to the name, and what is left of it after only the other program was trusted. */
const table: readonly [string, (later: Later) => void][] = [
  [
    'trust: asked again, with what was trusted before unless that was revoked',
    (later) => {
      expect(later.question.act.args.join(' ')).toContain('other')
      expect(later.question.previous?.args.join(' ') ?? '').toContain(isForgotten(later) ? '' : 'notes')
    }
  ],
  [
    'permissions for its tools: suspended',
    ({ state }) =>
      expect(state.consent.grants).toMatchObject([
        { serverName: 'notes', suspended: expect.anything() as unknown }
      ])
  ],
  [
    'data sharing to it: suspended',
    ({ state }) =>
      expect(state.consent.flows).toMatchObject([
        { from: 'calendar', to: 'notes', suspended: expect.anything() as unknown }
      ])
  ],
  [
    'the exemption as receiver of all text, and icons: off until approved in the notice',
    (later) => {
      expect(waiting(later)).toEqual(
        expect.arrayContaining(['mcpServers.notes.receiveFromAll', 'mcpServers.notes.showIcons'])
      )
      expect(serverIn(later)).toMatchObject({ receivesEverything: false, areIconsAllowed: false })
    }
  ],
  [
    'requests for models without a review: reviewed again; requests of other servers are unaffected',
    ({ state }) => {
      const modes = state.consent.samplingRules?.map(({ serverName, mode }) => [serverName, mode])
      expect(modes).toContainEqual(['calendar', 'automatic'])
      expect(modes).not.toContainEqual(['notes', 'automatic'])
    }
  ],
  [
    'folders shared by its name, in the settings and in conversations: shown in the trust question',
    ({ question }) => {
      const warnings = question.warnings.map((said) => toEnglish(said)).join('\n')
      for (const name of ['garden', 'cellar']) expect(warnings).toContain(path.join(folder, name))
    }
  ],
  [
    'secrets that its entry names: shown in the trust question',
    ({ question }) =>
      expect(question.act.environment).toContainEqual({ name: 'TOKEN', value: '${secret:notes-token}' })
  ],
  [
    'protections (results reviewed first, instructions left out, tools switched off): kept, and removing one waits',
    (later) => {
      if (isForgotten(later)) return expect(serverIn(later)).toMatchObject({ reviewsResults: false })
      expect(serverIn(later)).toMatchObject({ reviewsResults: true, usesInstructions: false })
      expect(waiting(later)).toEqual(
        expect.arrayContaining([
          'mcpServers.notes.reviewResults',
          'mcpServers.notes.tools.forget.disabled',
          'mcpServers.notes.useInstructions'
        ])
      )
    }
  ]
]

describe.each(ways)('SEC-11-9 another program with the name of a server, %s', (way, takeOver) => {
  it('gets nothing that the user gave to the first one without a question', { timeout: 60_000 }, async () => {
    await giveAll()
    await takeOver()
    const question = await trust('notes')
    await connected(2)
    const later = { way, question, state: await snapshot() }
    for (const [row, holds] of table) expect(() => holds(later), row).not.toThrow()
  })
})
