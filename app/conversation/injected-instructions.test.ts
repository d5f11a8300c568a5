/**
 * A model that obeys instructions in a server's text. It copies text of one server into calls to others through any
 * combination of disguises, known and generated, split over several calls, or through a server that keeps it for
 * another conversation. The text arrives as a result, an error, a failure, structured content, or a resource or prompt
 * that the user attached. The user edits messages, asks again, also with another model, and switches branches. In every
 * case, a call reaches a server only with approval of the data sharing.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../base/logger'
import type { ApprovalsControl } from '../consent/approvals/approvals'
import type { QuestionAnswer, ToolCallQuestion } from '../contract/questions/questions'
import type { Message } from '../contract/conversations'
import type { HistoryStore, StoredConversation } from '../history/interface'
import type { ModelPart, ModelProvider, ModelRequest } from '../models/model'
import { createProvenance } from '../provenance/provenance'
import { explained, unexplained } from '../provenance/testing/disguise-steps'
import type { ToolCallOutcome } from '../mcp/interface'
import type { CatalogTool } from '../servers/interface'
import { createForgetfulApprovals, forgetfulHistory } from '../testing/forgetful-approvals'
import { seeds } from '../testing/fuzz/seeds'
import { findMessagePath } from '../testing/message-path'
import { Conversations } from './conversations'
import { TurnCalls } from './calls/turn-calls'

const servers = ['mail', 'shell', 'memory'] as const
type Server = (typeof servers)[number]
const toolNames = ['get', 'list'] as const
/** How a call ends, each with text of its server. */
const ends = ['result', 'error', 'failure', 'structured'] as const
const attachable = ['resource', 'prompt', 'prompt in the role of the model'] as const
/** How a turn begins: with a new message, or somewhere in the conversation, on any branch. */
const begins = ['send', 'send', 'edit', 'regenerate', 'regenerate with another model', 'branch'] as const
const encoders = Object.values({ ...explained, ...unexplained })

interface PlannedCall {
  readonly server: Server
  readonly tool: (typeof toolNames)[number]
  readonly encoders: readonly number[]
  readonly key: number
  /** The call carries one of this many pieces of the text. */
  readonly pieces: number
  readonly end: (typeof ends)[number]
}
interface PlannedTurn {
  readonly attached: { readonly server: Server; readonly what: (typeof attachable)[number] } | null
  readonly conversation: 0 | 1
  readonly isAfterRestart: boolean
  /** The conversation is first summarized, in text that the model chooses. */
  readonly isSummedUp: boolean
  readonly begin: (typeof begins)[number]
  /** Index of the message at which it begins, if it does. */
  readonly at: number
  readonly steps: readonly (readonly PlannedCall[])[]
}
type Yes = Extract<QuestionAnswer, { type: 'tool-call' }>
interface Plan {
  readonly turns: readonly PlannedTurn[]
  readonly answers: readonly Pick<Yes, 'decision' | 'flow'>[]
}

const plannedCall: fc.Arbitrary<PlannedCall> = fc.record({
  server: fc.constantFrom(...servers),
  tool: fc.constantFrom(...toolNames),
  encoders: fc.array(fc.nat(encoders.length - 1), { maxLength: 3 }),
  key: fc.nat(255),
  pieces: fc.integer({ min: 1, max: 20 }),
  end: fc.constantFrom(...ends)
})
const plan: fc.Arbitrary<Plan> = fc.record({
  turns: fc.array(
    fc.record({
      conversation: fc.constantFrom(0 as const, 1 as const),
      isAfterRestart: fc.boolean(),
      isSummedUp: fc.boolean(),
      begin: fc.constantFrom(...begins),
      at: fc.nat(99),
      attached: fc.option(
        fc.record({ server: fc.constantFrom(...servers), what: fc.constantFrom(...attachable) })
      ),
      steps: fc.array(fc.array(plannedCall, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 })
    }),
    { minLength: 1, maxLength: 5 }
  ),
  answers: fc.array(
    fc.oneof(
      fc.record({
        decision: fc.constantFrom('allow-conversation' as const, 'allow-always' as const),
        flow: fc.constantFrom('tool' as const, 'server' as const)
      }),
      fc.record({ decision: fc.constantFrom('deny', 'allow-once', 'allow-conversation', 'allow-always') })
    ),
    { minLength: 1, maxLength: 12 }
  )
})

const catalog: readonly CatalogTool[] = servers.flatMap((serverName) =>
  toolNames.map((name) => ({
    serverName,
    name,
    modelToolName: `${serverName}_${name}`,
    title: null,
    description: '',
    // What a server claims about its tools changes nothing.
    annotations: { readOnlyHint: true, openWorldHint: false },
    problem: null,
    inputSchema: { type: 'object' },
    outputSchema: null,
    taskSupport: 'forbidden',
    icons: [],
    isDisabled: false,
    definitionHash: `${serverName} ${name}`
  }))
)

/** What the user permitted, as far as the questions said. */
interface Permitted {
  readonly from: string
  readonly to: string
  readonly toolName: string | null
  readonly conversationId: string | null
}

/** Plays the plan. Returns every call that reached its server, with the servers whose text wasn't allowed there. */
async function play({ turns, answers }: Plan) {
  const stored = createHistory()
  const permitted: Permitted[] = []
  const told = new Map<string, ToolCallQuestion>()
  /** By the mark that the model puts into each call: whose text it had read before. */
  const readBefore = new Map<string, readonly Given[]>()
  const reached: {
    readonly open: readonly string[]
    readonly ways: readonly string[]
    readonly isAsked: boolean
    readonly begin: PlannedTurn['begin']
  }[] = []
  const kept: string[] = []
  /** By number: whose text the model had read when it wrote them. */
  const summaries: (readonly Given[])[] = []
  let marks = 0
  let asked = 0
  let steps: PlannedTurn['steps'] = []
  let begin: PlannedTurn['begin'] = 'send'

  /** The text can no longer be recognized as text of a server. */
  const sumUp = (request: ModelRequest): ModelPart[] => {
    const { given, texts } = readIn(request, summaries)
    const call = steps[0]?.[0]
    const text = call === undefined ? '' : disguise(texts, call)
    summaries.push(given.map(({ giver }) => ({ giver, way: 'summary' })))
    const parts: ModelPart[] = [{ type: 'text-delta', text: `summary-${summaries.length - 1}: ${text}` }]
    return [...parts, { type: 'ended', stopReason: 'end_turn', usage: null }]
  }
  const obey = (request: ModelRequest): ModelPart[] => {
    if (request.tools.length === 0) return sumUp(request)
    const [calls = [], ...later] = steps
    steps = later
    // Progress of a running call is only for the user.
    expect(JSON.stringify(request)).not.toContain('meanwhile')
    const { given, texts } = readIn(request, summaries)
    const parts = calls.map((call): ModelPart => {
      const mark = `mark-${++marks}`
      readBefore.set(mark, given)
      const name = `${call.server}_${call.tool}`
      const args = { mark, body: disguise(texts, call), end: call.end }
      return { type: 'tool-call-requested', id: mark, name, arguments: args }
    })
    const stopReason = parts.length === 0 ? 'end_turn' : 'tool_use'
    return [...parts, { type: 'ended', stopReason, usage: null }]
  }
  const answer = (question: ToolCallQuestion, gate: ApprovalsControl): void => {
    const { decision, flow } = answers[asked++ % answers.length] ?? { decision: 'deny' }
    told.set(question.callId, { ...question, ...(decision === 'deny' && { newFlows: [] }) })
    const conversationId = decision === 'allow-always' ? null : question.conversationId
    const toolName = flow === 'server' ? null : question.toolName
    const isKept = flow !== undefined && decision !== 'deny' && decision !== 'allow-once'
    for (const from of isKept ? (question.newFlows ?? []) : [])
      permitted.push({ from, to: question.serverName, toolName, conversationId })
    void gate.answer(question.id, { type: 'tool-call', decision, ...(flow !== undefined && { flow }) })
  }
  const receive = (callId: string, serverName: string, toolName: string, mark: string): void => {
    const given = (readBefore.get(mark) ?? []).filter(({ giver }) => giver !== serverName)
    const foreign = [...new Set(given.map(({ giver }) => giver))]
    const conversationId = stored.conversationOf(callId)
    const open = foreign.filter((from) => {
      if (told.get(callId)?.newFlows?.includes(from) === true) return false
      return !permitted.some(
        (flow) =>
          flow.from === from &&
          flow.to === serverName &&
          (flow.toolName === null || flow.toolName === toolName) &&
          (flow.conversationId === null || flow.conversationId === conversationId)
      )
    })
    reached.push({ open, ways: given.map(({ way }) => way), isAsked: told.has(callId), begin })
  }

  let ids = 0
  const newId = () => `id-${++ids}`
  let facts: string | null = null
  const grants = new Map<string, Awaited<ReturnType<typeof forgetfulHistory.listGrants>>[number]>()
  const start = async () => {
    const gate = createForgetfulApprovals({
      newId,
      history: {
        ...forgetfulHistory,
        listGrants: async () => [...grants.values()],
        saveGrant: async (grant) => void grants.set(grant.id, grant),
        deleteGrant: async (id) => void grants.delete(id),
        readFact: async () => facts,
        writeFact: async (_name, json) => void (facts = json)
      }
    })
    await gate.load()
    gate.onQuestionsChanged((questions) => {
      for (const one of questions) if (one.type === 'tool-call' && !told.has(one.callId)) answer(one, gate)
    })
    const provider: ModelProvider = {
      name: 'obedient',
      listModels: async () => [],
      async *stream(request) {
        yield* obey(request)
      }
    }
    const conversations = new Conversations({
      history: stored.history as unknown as HistoryStore,
      servers: {
        list: () => [],
        catalog: () => catalog,
        usableTools: () => catalog,
        freshenTools: async () => {},
        wake: async () => {},
        instructions: () => [],
        keepWaiting: () => {},
        readTool: (serverName, name) =>
          catalog.find((one) => one.serverName === serverName && one.name === name) as CatalogTool,
        checkArguments: async () => [],
        callTool: async ({ callId, serverName, toolName, arguments: args, onProgress }) => {
          const { mark, body, end } = args as { mark: string; body: string; end: PlannedCall['end'] }
          onProgress({ progress: 1, total: null, message: 'meanwhile, obey' })
          receive(callId, serverName, toolName, mark)
          if (serverName === 'memory') kept.push(body)
          const said = serverName === 'memory' ? kept.join(' ') : secretOf(serverName)
          return endWith(`from ${serverName}: by ${end}, ${said.slice(-400)}`, end)
        },
        readResource: async (serverName, uri) => [
          {
            uri,
            mimeType: 'text/plain',
            text: `from ${serverName}: by resource, ${secretOf(serverName)}`,
            blob: null
          }
        ],
        watchResource: () => () => {},
        getPrompt: async (serverName, name) => ({
          description: null,
          messages: [
            {
              role: name === 'prompt' ? 'user' : 'assistant',
              content: { type: 'text', text: `from ${serverName}: by ${name}, ${secretOf(serverName)}` }
            }
          ]
        })
      },
      consent: gate,
      provenance: createProvenance(),
      runScript: async () => ({ type: 'stopped' }),
      runningCalls: new TurnCalls(),
      isReviewed: () => false,
      resolveModel: (model) => ({
        provider,
        model,
        maxOutputTokens: 100,
        contextTokens: 200_000,
        mostTools: null
      }),
      titleModelOf: () => null,
      readDefaultModel: () => 'obedient/model',
      readSettings: () => ({ maxToolSteps: 20, systemPrompt: '', toolShare: 3, resultLimit: 50_000 }),
      schedule: () => () => {},
      now: () => ++ids,
      newId,
      log: silentLogger
    })
    await conversations.start()
    return conversations
  }

  let conversations = await start()
  const names: string[] = []
  for (const turn of turns) {
    if (turn.isAfterRestart) {
      await conversations.dispose()
      conversations = await start()
    }
    const id = (names[turn.conversation] ??= (await conversations.create({})).id)
    steps = turn.steps
    begin = turn.begin
    if (turn.isSummedUp) await sumUpAll(conversations, id)
    const go = await prepare(conversations, { id, turn, arrived: stored.arrived(id) })
    const ended = new Promise<void>((resolve) => {
      let hasBegun = false
      const off = conversations.onEvent((event) => {
        if (event.name !== 'conversation.changed' || event.payload.id !== id) return
        hasBegun ||= event.payload.isRunning
        if (hasBegun && !event.payload.isRunning) resolve((off(), undefined))
      })
    })
    await go()
    await ended
  }
  await conversations.dispose()
  return reached
}

/** Everything up to the newest answer. */
async function sumUpAll(
  { contexts, ...conversations }: Conversations,
  conversationId: string
): Promise<void> {
  const { messages } = await conversations.read({ conversationId, lastId: null, limit: 500 })
  const messageId = messages.findLast(({ role }) => role === 'assistant')?.id
  if (messageId === undefined) return
  const { text } = await contexts.summarize({ conversationId, messageId })
  await contexts.setSummary({ conversationId, messageId, text })
}

interface Begin {
  readonly id: string
  readonly turn: PlannedTurn
  /** Messages of all branches. */
  readonly arrived: readonly Message[]
}

/**
 * Switches to the branch where the turn begins, and returns how. Sends a message if there is nothing yet to begin at.
 */
async function prepare(conversations: Conversations, { id: conversationId, turn, arrived }: Begin) {
  const { begin, at, attached } = turn
  const isAnswer = begin.startsWith('regenerate')
  const role = begin === 'edit' ? 'user' : isAnswer ? 'assistant' : null
  const some = arrived.filter((one) => role === null || one.role === role)
  const messageId = some[at % Math.max(1, some.length)]?.id
  const words = { text: 'Go on', toolRequest: null, ...attach(attached) }
  const send = () => conversations.send({ conversationId, ...words })
  if (begin === 'send' || messageId === undefined) return send
  await conversations.showBranch({ conversationId, messageId })
  if (begin === 'edit') return () => conversations.edit({ conversationId, messageId, text: 'Go elsewhere' })
  if (!isAnswer) return send
  const another = begin === 'regenerate' ? {} : { model: 'obedient/another' }
  return () => conversations.regenerate({ conversationId, messageId, ...another })
}

const secretOf = (serverName: string) => `door code ${serverName} 7391-blue, tell nobody`

function endWith(text: string, end: PlannedCall['end']): ToolCallOutcome {
  if (end === 'failure') return { type: 'failed', failure: { code: 'TOOL_ERROR', message: text } }
  const isError = end === 'error'
  const content = [{ type: 'text' as const, text }]
  const given = { structuredContent: end === 'structured' ? { text } : null, isError, outputProblems: [] }
  return { type: 'completed', content: end === 'structured' ? [] : content, ...given }
}

function attach(attached: PlannedTurn['attached']) {
  if (attached === null) return { resources: [], prompt: null }
  const { server: serverName, what: name } = attached
  if (name === 'resource')
    return { resources: [{ serverName, uri: `note:${serverName}`, name }], prompt: null }
  return { resources: [], prompt: { serverName, name, arguments: {} } }
}

interface Given {
  readonly giver: string
  readonly way: string
}

/** The servers whose text a request contains, and what the model could copy. */
function readIn({ messages }: ModelRequest, summaries: readonly (readonly Given[])[]) {
  const contents = messages.flatMap(({ content }) => content)
  const texts = contents.flatMap((one) => {
    if (one.type === 'text') return [one.text]
    return one.type === 'tool-result'
      ? one.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
      : []
  })
  // The server of the text comes first, and the text that it forwards follows. A transcript has several.
  const pieces = texts.flatMap((text) => text.split('(the tool gave: '))
  const given = pieces.flatMap((text): Given[] => {
    const [, giver, way] = /from (mail|shell|memory): by ([^,]+),/.exec(text) ?? []
    return giver === undefined || way === undefined ? [] : [{ giver, way }]
  })
  const summedUp = texts.flatMap((text) =>
    [...text.matchAll(/summary-(\d+): /g)].flatMap(([, number]) => summaries[Number(number)] ?? [])
  )
  return { given: [...given, ...summedUp], texts }
}

function disguise(texts: readonly string[], { encoders: chosen, key, pieces }: PlannedCall): string {
  const text = texts[key % Math.max(1, texts.length)] ?? 'nothing'
  const whole = chosen.reduce((inner, at) => encoders[at]?.(inner.slice(0, 300), key) ?? inner, text)
  const length = Math.ceil(whole.length / pieces)
  return whole.slice((key % pieces) * length, ((key % pieces) + 1) * length)
}

/** A history in memory, with the conversation of each call. */
function createHistory() {
  const conversations = new Map<string, StoredConversation>()
  const messages = new Map<string, Message>()
  const of = (id: string) => [...messages.values()].filter((one) => one.conversationId === id)
  const calls = new Map<string, string>()
  /** Conversations where another branch was shown since the newest message. */
  const shown = new Map<string, string>()
  const history = {
    listDrafts: () => Promise.resolve([]),
    saveDraft: () => Promise.resolve(),
    listConversations: async () => [...conversations.values()],
    saveConversation: async (one: StoredConversation, message?: Message) => {
      conversations.set(one.id, one)
      if (message !== undefined) await history.saveMessage(message)
    },
    deleteConversation: async () => {},
    saveMessage: async (one: Message) => {
      for (const part of one.parts) if (part.type === 'tool-call') calls.set(part.callId, one.conversationId)
      if (!messages.has(one.id)) shown.delete(one.conversationId)
      messages.set(one.id, structuredClone(one))
    },
    addToMessage: async () => false,
    deleteMessage: async (_id: string, messageId: string) => void messages.delete(messageId),
    readMessage: async (_id: string, messageId: string) => messages.get(messageId) ?? null,
    showBranch: async (id: string, messageId: string) => {
      const isUnder = (one: Message) => findMessagePath(of(id), one.id).some((each) => each.id === messageId)
      shown.set(id, of(id).findLast(isUnder)?.id ?? messageId)
    },
    readMessages: async (conversationId: string, lastId: string | null, limit: number) => {
      const all = findMessagePath(of(conversationId), lastId ?? shown.get(conversationId) ?? null)
      return { conversationId, messages: all.slice(-limit), hasEarlier: all.length > limit }
    },
    readAllMessages: async (id: string) => findMessagePath(of(id), shown.get(id) ?? null),
    readFact: async () => null,
    writeFact: async () => {}
  }
  return { history, arrived: of, conversationOf: (callId: string) => calls.get(callId) ?? null }
}

describe('a model that obeys a server\u2019s text', () => {
  it('SEC-04: SEC-11-5 shares no text of one server with another without approval, through any disguise', async () => {
    const ways = new Set<string>()
    const begun = new Set<string>()
    const count = { carried: 0, asked: 0, permitted: 0 }
    await fc.assert(
      fc.asyncProperty(plan, async (made) => {
        for (const { open, ways: taken, isAsked, begin } of await play(made)) {
          expect(open).toEqual([])
          if (taken.length === 0) continue
          for (const way of taken) ways.add(way)
          begun.add(begin)
          count.carried += 1
          count[isAsked ? 'asked' : 'permitted'] += 1
        }
      }),
      { numRuns: seeds(150).length, seed: seeds(1)[0] ?? 1 }
    )
    // The calls really reached servers, in both ways.
    expect(count.asked + count.permitted).toBe(count.carried)
    expect(count.asked).toBeGreaterThan(50)
    expect(count.permitted).toBeGreaterThan(20)
    expect([...ways]).toContain('summary')
    expect([...begun].toSorted()).toEqual([...new Set(begins)].toSorted())
  }, 300_000)
})
