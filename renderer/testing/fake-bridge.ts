/**
 * A bridge without a host: answers calls from functions, records them, and emits events with rising revisions. For
 * component tests and the design page; not part of the product.
 */
import { events } from '../../app/contract/bridge/events'
import type { Bridge } from '../../app/contract/bridge/bridge'
import type { CallInput, CallName, CallOutput } from '../../app/contract/bridge/calls'
import type { ServerPart, ServerParts } from '../../app/contract/bridge/server-parts'
import type { Snapshot } from '../../app/contract/bridge/snapshot'
import type { EventEnvelope, EventName, EventPayload } from '../../app/contract/bridge/events'
import type { Failure } from '../../app/contract/failure'
import { flushEvents } from '../bridge/join-events'
import { snapshotTaken } from '../state/apply-event'
import { emptyProjection, useProjection } from '../state/projection'
import { sampleListings, samplePrompts, sampleResult, sampleContents } from './sample-offers'
import { sampleSnapshot, sampleTools } from './sample-state'

/** Thrown by a fake handler to let the call fail. */
export class FakeFailure extends Error {
  readonly failure: Failure
  constructor(code: Failure['code'], message: string, data?: Record<string, unknown>) {
    super(message)
    this.failure = data === undefined ? { code, message } : { code, message, data }
  }
}

export type FakeHandlers = {
  [N in CallName]?: (input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>>
} & {
  /** One part of `server.read`. */
  [P in ServerPart as `server.read ${P}`]?: (
    input: CallInput<'server.read'>
  ) => ServerParts[P] | Promise<ServerParts[P]>
}

export interface FakeBridge extends Bridge {
  /** Every call so far, in order. */
  readonly calls: { readonly name: CallName; readonly input: unknown }[]
  /** Inputs of the calls of one name, in order. */
  inputsOf<N extends CallName>(name: N): CallInput<N>[]
  /** Sends an event to all listeners; the payload is checked against the contract. */
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  /** Replaces or adds handlers. */
  handle(handlers: FakeHandlers): void
}

export interface FakeBridgeOptions {
  readonly snapshot?: Partial<Snapshot>
  readonly handlers?: FakeHandlers
}

/** Puts a fake bridge on `window` and, by default, the snapshot into the projection. */
export function installFakeBridge(options: FakeBridgeOptions = {}): FakeBridge {
  const snapshot = sampleSnapshot(options.snapshot)
  const bridge = createFakeBridge(snapshot, options.handlers ?? {})
  Object.defineProperty(window, 'bridge', { value: bridge, configurable: true })
  useProjection.setState(snapshotTaken(emptyProjection, snapshot), true)
  return bridge
}

function createFakeBridge(snapshot: Snapshot, given: FakeHandlers): FakeBridge {
  const handlers: FakeHandlers = { ...defaultHandlers(snapshot), ...given }
  const listeners = new Set<(event: EventEnvelope) => void>()
  const calls: { name: CallName; input: unknown }[] = []
  let { revision } = snapshot
  return {
    calls,
    inputsOf: <N extends CallName>(name: N) =>
      calls.filter((made) => made.name === name).map(({ input }) => input as CallInput<N>),
    handle: (more) => void Object.assign(handlers, more),
    emit: (name, payload) => {
      revision += 1
      const checked = events[name].parse(payload) as typeof payload
      for (const listener of listeners) listener({ name, revision, payload: checked })
      flushEvents()
    },
    on: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call: async <N extends CallName>(name: N, input: CallInput<N>) => {
      calls.push({ name, input })
      const handler = handlers[findHandler(name, input)] as
        | ((input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>>)
        | undefined
      try {
        return { ok: true, value: handler === undefined ? (null as CallOutput<N>) : await handler(input) }
      } catch (error) {
        if (error instanceof FakeFailure) return { ok: false, error: error.failure }
        return { ok: false, error: { code: 'INTERNAL', message: String(error) } }
      }
    }
  }
}

function findHandler<N extends CallName>(name: N, input: CallInput<N>): keyof FakeHandlers {
  return name === 'server.read' ? `server.read ${(input as CallInput<'server.read'>).what}` : name
}

/** Default answers without a host; calls without a result need no handler. */
function defaultHandlers(snapshot: Snapshot): FakeHandlers {
  const ranked = (query: string) =>
    sampleTools
      .filter((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(query.toLowerCase()))
      .map(({ inputSchema: _input, outputSchema: _output, taskSupport: _task, ...summary }) => summary)
  return {
    'app.snapshot': () => snapshot,
    'sandbox.read': () => ({ canContain: true, remedy: null, advice: null }),
    'app.open-newest': () => {
      const newest = snapshot.conversations[0]
      return newest === undefined ? null : { conversationId: newest.id, isStuck: false }
    },
    'spelling.check': () => ({ wrong: [] }),
    'test.read': () => ({
      tests: [],
      problems: [],
      file: '/data/tests/a.yaml',
      text: null,
      newFile: '',
      runs: []
    }),
    'test.check': () => ({ tests: [], problems: [] }),
    'app.choose-folder': () => ({ path: '/home/ada/projects' }),
    'app.save-file': ({ suggestedName }) => ({ path: `/home/ada/${suggestedName}` }),
    'conversation.create': () => ({
      id: 'c-new',
      title: 'New conversation',
      createdAt: Date.now(),
      updatedAt: Date.now(),
      model: snapshot.models.defaultModel,
      isRunning: false
    }),
    'conversation.read': ({ conversationId }) => ({ conversationId, messages: [], hasEarlier: false }),
    'conversation.search': ({ query }) =>
      snapshot.conversations.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())),
    'tool.search': ({ query, limit }) => ranked(query).slice(0, limit),
    'tool.read': ({ serverName, toolName }) => {
      const tool = sampleTools.find((known) => known.serverName === serverName && known.name === toolName)
      if (tool === undefined)
        throw new FakeFailure('TOOL_UNKNOWN', `${serverName} offers no tool ${toolName}.`)
      return tool
    },
    'tool.check-arguments': () => [],
    'consent.check-content': () => [],
    'resource.list': () => [...sampleListings],
    'resource.read': ({ uri }) => [sampleContents(uri)],
    'resource.expand-template': ({ uriTemplate, variables }) => ({
      uri: uriTemplate.replace(/\{(\w+)\}/g, (_whole, name: string) => variables[name] ?? '')
    }),
    'prompt.list': () => [...samplePrompts],
    'prompt.get': () => sampleResult,
    'completion.complete': ({ value }) => {
      const values = ['python', 'pytorch', 'pyside', 'typescript'].filter((word) => word.startsWith(value))
      return { values, total: values.length, hasMore: false }
    },
    'server.read log': () => [],
    'messages.find': () => ({ first: 0, end: 0, from: 0, rows: [], removed: 0, problems: [] }),
    'messages.complete-filter': () => ({ filters: [] }),
    'server.read tasks': () => [],
    'server.read load': () => null,
    'server.read tools': ({ serverName }) => sampleTools.filter((tool) => tool.serverName === serverName),
    'server.read entry': () => ({
      json: '{\n  "command": "npx",\n  "args": ["-y", "@modelcontextprotocol/server-everything"]\n}',
      form: {
        kind: 'program',
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-everything'],
        cwd: '',
        env: []
      }
    }),
    'server.save-entry': ({ serverName }) => ({ serverName }),
    'server.read secrets': () => [],
    'model.find-local': () => [],
    'icon.read': () => {
      throw new FakeFailure('ICON_UNAVAILABLE', 'The made-up servers have no icons.')
    },
    'other-apps.find': () => ({ files: [], lookedFor: ['Claude Desktop', 'Cursor'] }),
    'other-apps.import': ({ servers }) => ({ added: servers.map(({ id }) => id) }),
    'server.paste': () => ({ added: ['everything'] })
  }
}
