/** Servers of the official Python, Java, Go and Rust libraries: each feature that they offer, over both transports. */
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { ensureLibraryServers, serveOverHttp } from '../../testing/library-servers/library-servers'
import type { LibraryServer, RunningServer } from '../../testing/library-servers/library-servers'
import { soon } from '../../testing/soon'
import { watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import type { ConnectionInfo, ServerReply, ToolCallOutcome } from '../interface'

const newest = '2026-07-28'
const older = '2025-11-25'

const rows = (await ensureLibraryServers()).flatMap((server) =>
  (['stdio', 'HTTP'] as const).flatMap((transport) =>
    // The Java library supports no newer revision.
    (server.language === 'java' ? [older] : [newest, older]).map((revision) => ({
      server,
      transport,
      revision
    }))
  )
)

/** What a library lacks or does differently. */
const lacks = {
  /** Runs a call to its end despite a cancellation. */
  cancellation: ['java'],
  /** Announces neither changed lists nor subscriptions before 2026-07-28. */
  olderNews: ['python'],
  /**
   * Doesn't declare logging, so Parley doesn't request its messages in 2026-07-28, where they are sent on request only.
   */
  declaredLogs: ['python']
}

for (const { server, transport, revision } of rows) {
  const title = `a server of the ${server.language} library over ${transport}, ${revision}`
  describe.skipIf('reason' in server)(title, () => {
    const has = (feature: keyof typeof lacks) => !lacks[feature].includes(server.language)
    const hasNews = revision === newest || has('olderNews')
    const hasLogs = revision === older || has('declaredLogs')
    let watched: WatchedClients
    let info: ConnectionInfo
    let starting: Promise<RunningServer> | null = null
    let running: RunningServer | null = null

    beforeAll(async () => {
      watched = watchClients()
      await watched.clients.setRoots([{ uri: pathToFileURL('/var/tmp').href, name: 'Mine' }])
      info = await connect(server as LibraryServer)
    })
    beforeEach(() => {
      watched.answer = null
    })
    afterAll(async () => {
      await watched.clients.shutdown()
      const started = await starting?.catch(() => null)
      await started?.[Symbol.asyncDispose]()
    })

    async function connect({ command, args }: LibraryServer): Promise<ConnectionInfo> {
      const more = { knownEra: revision === newest ? null : 'legacy', logLevel: 'debug' } as const
      if (transport === 'stdio') return watched.start([...args, 'stdio'], { command, ...more })
      starting = serveOverHttp({ language: server.language, command, args })
      running = await starting
      const isStateless = server.language === 'go' && revision === newest
      return watched.reach(isStateless ? running.url.replace('/mcp', '/stateless') : running.url, more)
    }
    const call = (name: string, args: JsonObject = {}) => watched.call(info, name, args)
    const say = async (name: string, args: JsonObject = {}) => textOf(await call(name, args))
    const logged = () =>
      watched
        .news('logged')
        .filter(({ line }) => line.source === 'log')
        .map(({ line }) => `${line.level} ${line.text}`)
    /** Standard error of the program. */
    const written = () => running?.written() ?? watched.log().join('\n')
    const complete = (reference: object, argumentName: string, value: string) =>
      watched.clients.complete({
        connectionId: info.connectionId,
        argumentName,
        value,
        context: {},
        reference: reference as Parameters<typeof watched.clients.complete>[0]['reference']
      })

    it('SYS-34 ECO-03: reports who it is and lists its tools', () => {
      expect(info.protocolVersion).toBe(revision)
      expect(info.instructions).toBe('Ask about snakes.')
      expect(info.tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['measure', 'weigh', 'show', 'consult', 'ask', 'rest'])
      )
      expect(info.tools.filter(({ problem }) => problem !== null)).toEqual([])
      expect(info.tools.find(({ name }) => name === 'measure')).toMatchObject({
        title: 'Measure a snake',
        annotations: { readOnlyHint: true }
      })
    })

    it('SYS-34: answers a call with text', async () => {
      expect(await say('measure', { length: 90 })).toBe('The snake is 90 cm long.')
      expect(await say('measure', { length: 2, unit: 'm' })).toBe('The snake is 2 m long.')
    })

    it('SYS-34: answers with a structured result that fits its schema', async () => {
      expect(await call('weigh', { name: 'boa' })).toMatchObject({
        type: 'completed',
        structuredContent: { name: 'boa', grams: 180, venomous: false },
        outputProblems: []
      })
    })

    it('SYS-34: answers with every kind of content', async () => {
      const outcome = await call('show')
      expect(outcome.type === 'completed' && outcome.content).toMatchObject([
        { type: 'text', text: 'An adder' },
        { type: 'image', mimeType: 'image/png' },
        { type: 'audio', mimeType: 'audio/wav' },
        { type: 'resource-link', uri: 'snake://list', name: 'snakes' },
        { type: 'resource', uri: 'snake://list', text: 'adder\nboa\ncobra' }
      ])
    })

    it('SYS-34: answers with an error of the tool', async () => {
      const outcome = await call('refuse')
      expect(outcome).toMatchObject({ type: 'completed', isError: true })
      expect(textOf(outcome)).toContain('The snake does not want to.')
    })

    it('SYS-34: reports progress before its result', async () => {
      expect(await say('count', { to: 3 })).toBe('Counted 3 snakes.')
      const callId = watched.lastCallId()
      const reported = watched.news('progressed').filter((news) => news.callId === callId)
      // Reports in quick succession are combined.
      const steps = reported.map(({ progress }) => progress)
      expect(steps[0]).toMatchObject({ progress: 1, total: 3, message: 'snake 1' })
      expect(steps.at(-1)).toMatchObject({ progress: 3, total: 3, message: 'snake 3' })
    })

    it('SYS-34: writes log messages', async () => {
      expect(await say('tell')).toBe('Told.')
      const lines = [
        'debug snakes: a snake sleeps',
        'info snakes: a snake woke',
        'error snakes: a snake escaped'
      ]
      await vi.waitFor(() => expect(logged()).toEqual(hasLogs ? lines : []), soon)
    })

    it('SYS-34: receives the cancellation of a call', async () => {
      const outcome = call('rest')
      await vi.waitFor(() => expect(written()).toContain('resting'), soon)
      await watched.clients.cancelCall(watched.lastCallId())
      expect(await outcome).toEqual({ type: 'cancelled' })
      if (has('cancellation')) await vi.waitFor(() => expect(written()).toContain('rest was cancelled'), soon)
      expect(await say('measure', { length: 1 })).toBe('The snake is 1 cm long.')
    })

    it('SYS-34: samples a model', async () => {
      watched.answer = () => modelSays('Yes, a cobra.')
      expect(await say('consult', { question: 'Is it a cobra?' })).toBe('The model says: Yes, a cobra.')
      expect(watched.asked().at(-1)).toMatchObject({
        type: 'sampling',
        callId: watched.lastCallId(),
        request: {
          maxTokens: 50,
          systemPrompt: 'You know snakes.',
          messages: [{ role: 'user', content: [{ type: 'text', text: 'Is it a cobra?' }] }]
        }
      })
    })

    it('SYS-34: gets a form that is filled in, declined or cancelled', async () => {
      const given = { name: 'Kaa', length: 700, kind: 'boa', tame: true }
      watched.answer = () => act('accept', given)
      const said = await say('ask')
      expect(said).toMatch(/^Input: accept /)
      expect(JSON.parse(said.slice('Input: accept '.length))).toEqual(given)
      const form = watched.asked().at(-1)
      expect(form).toMatchObject({
        type: 'elicitation-form',
        message: 'Which snake?',
        callId: watched.lastCallId()
      })
      expect(form?.type === 'elicitation-form' && form.requestedSchema).toMatchObject({
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'How it is called' },
          length: { type: 'integer', minimum: 1, maximum: 1000, default: 90 },
          kind: { type: 'string', enum: ['adder', 'boa'] },
          tame: { type: 'boolean', default: false }
        }
      })
      for (const action of ['decline', 'cancel'] as const) {
        watched.answer = () => act(action)
        expect(await say('ask')).toBe(`Input: ${action}`)
      }
    })

    it('SYS-34: gets a link opened or declined', async () => {
      for (const action of ['accept', 'decline'] as const) {
        watched.answer = () => act(action)
        expect(await say('visit')).toBe(`Link: ${action}`)
      }
      expect(watched.asked().at(-1)).toMatchObject({
        type: 'elicitation-url',
        message: 'Visit the snakes',
        url: 'https://snakes.example/visit'
      })
    })

    it('SYS-34: lists the roots', async () => {
      expect(await say('folders')).toBe(`Folders: ${pathToFileURL('/var/tmp').href}`)
    })

    it('SYS-34: lists and reads text, binary and template resources', async () => {
      const { connectionId } = info
      const { resources, templates } = await watched.clients.listResources(connectionId)
      expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
        ['snake://list', 'text/plain'],
        ['snake://picture', 'image/png']
      ])
      expect(templates).toMatchObject([
        { uriTemplate: 'snake://{name}/facts', variables: ['name'], problem: null }
      ])
      const read = (uri: string) => watched.clients.readResource(connectionId, uri)
      expect(await read('snake://list')).toMatchObject([{ text: 'adder\nboa\ncobra', blob: null }])
      const [picture] = await read('snake://picture')
      expect(Buffer.from(picture?.blob ?? '', 'base64').toString('latin1', 1, 4)).toBe('PNG')
      const uri = await watched.clients.expandTemplate('snake://{name}/facts', { name: 'boa' })
      expect(await read(uri)).toMatchObject([{ text: 'The boa is a snake.' }])
    })

    it('SYS-34: lists prompts and gets messages with their arguments', async () => {
      const [prompt] = await watched.clients.listPrompts(info.connectionId)
      expect(prompt).toMatchObject({
        name: 'describe',
        title: 'Describe a snake',
        arguments: [
          { name: 'snake', isRequired: true },
          { name: 'style', isRequired: false }
        ]
      })
      const get = (args: Record<string, string>) =>
        watched.clients.getPrompt({ connectionId: info.connectionId, name: 'describe', arguments: args })
      expect((await get({ snake: 'boa', style: 'short' })).messages).toEqual([
        { role: 'user', content: { type: 'text', text: 'Describe the boa in a short style.' } }
      ])
      expect(JSON.stringify(await get({ snake: 'boa' }))).toContain('in a plain style')
    })

    it('SYS-34: completes arguments of prompts and templates', async () => {
      const prompt = await complete({ type: 'prompt', name: 'describe' }, 'snake', 'a')
      expect(prompt).toMatchObject({ values: ['adder'], hasMore: false })
      const template = { type: 'resource', uriTemplate: 'snake://{name}/facts' }
      expect(await complete(template, 'name', 'b')).toMatchObject({ values: ['boa'] })
    })

    it('SYS-34: reports a change to a resource', async () => {
      if (!hasNews) return expect(info.capabilities).not.toContain('resources.subscribe')
      await watched.clients.subscribeResource(info.connectionId, 'snake://list')
      expect(await say('feed')).toBe('Fed.')
      const updated = () => watched.news('resourceUpdated').map(({ uri }) => uri)
      await vi.waitFor(() => expect(updated()).toContain('snake://list'), soon)
    })

    it('SYS-34: reports a change to its tools', async () => {
      if (!hasNews) return expect(info.capabilities).not.toContain('tools.listChanged')
      expect(await say('hatch')).toBe('Hatched.')
      await vi.waitFor(() => {
        const tools = watched.news('toolsChanged').at(-1)?.tools ?? []
        expect(tools.map(({ name }) => name)).toContain('hatched')
      }, soon)
      expect(await say('hatched', { length: 10 })).toBe('The snake is 10 cm long.')
    })
  })
}

function textOf(outcome: ToolCallOutcome): string {
  if (outcome.type !== 'completed') return JSON.stringify(outcome)
  return outcome.content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n')
}

const act = (action: 'accept' | 'decline' | 'cancel', content: JsonObject | null = null): ServerReply => ({
  type: 'elicitation',
  action,
  content
})

const modelSays = (text: string): ServerReply => ({
  type: 'sampling',
  result: { content: [{ type: 'text', text }], model: 'model-1', stopReason: 'endTurn' }
})
