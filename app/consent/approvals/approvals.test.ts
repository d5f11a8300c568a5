import { mkdtemp, rm } from 'node:fs/promises'
import { renderEnglish } from '../../testing/in-english'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HostError } from '../../base/host-error'
import { silentLogger } from '../../base/logger'
import {
  question as questionSchema,
  type QuestionAnswer,
  type Question
} from '../../contract/questions/questions'
import { consentView } from '../../contract/consent-view'
import type { ArgumentProblem } from '../../contract/servers'
import { openHistoryFile } from '../../history/open-history-file'
import { createStore, type SynchronousStore } from '../../history/history-store'
import { createApprovals, type ApprovalsControl } from './approvals'
import type { ToolCallDecision } from '../interface'
import { createKnownTools } from '../tools/known-tools'
import type { ConsentHistory } from '../store/consent-store'
import { quote, say } from '../../texts/render-localized'

type ToolCallRequest = Parameters<ApprovalsControl['decideToolCall']>[0]
type TrustRequest = Parameters<ApprovalsControl['decideServerTrust']>[0]

let folder: string
let store: SynchronousStore
let gate: ApprovalsControl
let problems: ArgumentProblem[]
let checks: unknown[]
let beforeCheckEnds: Promise<void> | null
let shown: (readonly Question[])[]
let failing: Partial<ConsentHistory>
const never = () => new AbortController().signal

/** The real store as promises, with some methods replaced by `failing`. */
function asHistory(): ConsentHistory {
  return {
    listGrants: async () => store.listGrants(),
    saveGrant: async (grant) => store.saveGrant(grant),
    deleteGrant: async (id) => store.deleteGrant(id),
    listTrust: async () => store.listTrust(),
    saveTrust: async (trust) => store.saveTrust(trust),
    deleteTrust: async (name) => store.deleteTrust(name),
    listPins: async () => store.listPins(),
    savePins: async (pins) => store.savePins(pins),
    readFact: async (name) => store.readFact(name),
    writeFact: async (name, json) => store.writeFact(name, json),
    ...failing
  }
}

let ids = 0

async function startGate(): Promise<void> {
  let time = 1_000
  gate = createApprovals({
    tools: createKnownTools({ list: () => [], serverNames: () => [] }),
    forbiddenScopes: () => [],
    callLimitsOf: () => null,
    isFlowExempt: () => false,
    lockFile: 'none',
    history: asHistory(),
    now: () => time++,
    newId: () => `id-${++ids}`,
    findRealPath: () => ({ type: 'elsewhere' }),
    checkArguments: async (schema, args) => {
      checks.push({ schema, args })
      await beforeCheckEnds
      return problems
    },
    log: silentLogger
  })
  shown = []
  gate.onQuestionsChanged((questions) => shown.push(questions))
  await gate.load()
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-consent-'))
  store = createStore(await openHistoryFile(path.join(folder, 'parley.db'), Date.now))
  problems = []
  checks = []
  beforeCheckEnds = null
  failing = {}
  await startGate()
})

afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true, force: true })
})

function toolCall(changes: Partial<ToolCallRequest> = {}): ToolCallRequest {
  return {
    conversationId: 'c',
    callId: 'call',
    turnId: 'turn',
    serverName: 's',
    toolName: 't',
    toolTitle: null,
    toolDescription: 'Does t.',
    annotations: {},
    arguments: { a: 1, b: { c: [2] } },
    inputSchema: { type: 'object' },
    requestedBy: 'direct',
    readFrom: [],
    definitionHash: 'h',
    ...changes
  }
}

function trustRequest(changes: Partial<TrustRequest> = {}): TrustRequest {
  const act = {
    transport: 'stdio' as const,
    command: 'node',
    args: ['x.js'],
    cwd: null,
    environmentNames: [],
    url: null,
    headerNames: []
  }
  return { serverName: 's', act, warnings: [], fingerprint: 'f', secrets: [], ...changes }
}

const decideCall = (changes: Partial<ToolCallRequest> = {}, signal = never()) =>
  gate.decideToolCall(toolCall(changes), signal)
const decideTrust = (changes: Partial<TrustRequest> = {}, signal = never()) =>
  gate.decideServerTrust(trustRequest(changes), signal)

/** Answers the question on screen. */
function answerFirst(answer: QuestionAnswer): Promise<void> {
  return gate.answer(gate.questions()[0]?.id ?? 'none', answer)
}
const sayToCall = (
  decision: Extract<QuestionAnswer, { type: 'tool-call' }>['decision'],
  args?: Record<string, number>
) => answerFirst({ type: 'tool-call', decision, ...(args === undefined ? {} : { arguments: args }) })
const sayToTrust = (decision: 'trust' | 'keep-stopped') => answerFirst({ type: 'server-trust', decision })

const original = { a: 1, b: { c: [2] } }
const byPerson: ToolCallDecision = { type: 'allowed', arguments: original, isEdited: false, by: 'person' }
const byGrant = { ...byPerson, by: 'grant', grantId: expect.any(String) as string } as const

describe('a question about a tool call', () => {
  test('SEC-01 SEC-06 ARCH-03: follows the contract, and nothing runs without its answer', async () => {
    const decision = decideCall()
    expect(gate.questions()).toHaveLength(1)
    const [question] = gate.questions()
    expect(questionSchema.parse(question)).toEqual(question)
    expect(question).toMatchObject({ type: 'tool-call', askedAt: 1_001, note: null, arguments: original })
    await sayToCall('allow-once')
    expect(await decision).toEqual(byPerson)
    expect(gate.questions()).toEqual([])
    expect(shown.map((questions) => questions.length)).toEqual([1, 0])
  })

  test.each([{ readOnlyHint: true }, { readOnlyHint: true, destructiveHint: false, idempotentHint: true }])(
    'TOOL-30 TOOL-31 TOOL-33: is asked for a tool that claims to be harmless as for any other: %o',
    async (annotations) => {
      const decision = decideCall({ annotations })
      expect(gate.questions()).toMatchObject([{ type: 'tool-call', annotations }])
      await sayToCall('deny')
      expect(await decision).toEqual({ type: 'denied' })
    }
  )

  test('SEC-02: covers a single call when allowed once', async () => {
    const first = decideCall()
    await sayToCall('allow-once')
    await first
    const second = decideCall()
    expect(gate.questions()).toHaveLength(1)
    await sayToCall('deny')
    expect(await second).toEqual({ type: 'denied' })
    expect(gate.view().grants).toEqual([])
  })

  test('covers the conversation when allowed for it, and asks in others', async () => {
    const first = decideCall()
    await sayToCall('allow-conversation')
    expect(await first).toEqual(byPerson)
    expect(await decideCall()).toEqual(byGrant)
    void decideCall({ conversationId: 'd' })
    expect(gate.questions()).toHaveLength(1)
    expect(gate.view().grants).toMatchObject([{ scope: 'conversation', conversationId: 'c' }])
  })

  test('covers every conversation when always allowed, also after a restart, until revoked', async () => {
    const first = decideCall()
    await sayToCall('allow-always')
    await first
    await startGate()
    expect(await decideCall({ conversationId: 'd' })).toEqual(byGrant)
    expect(consentView.parse(gate.view())).toEqual(gate.view())
    const [grant] = gate.view().grants
    expect(grant).toMatchObject({ scope: 'always', conversationId: null, serverName: 's', toolName: 't' })
    await gate.revokeGrant(grant?.id ?? '')
    void decideCall()
    expect(gate.questions()).toHaveLength(1)
    await startGate()
    expect(gate.view().grants).toEqual([])
  })

  test('covers neither another tool nor the same name on another server', async () => {
    const first = decideCall()
    await sayToCall('allow-always')
    await first
    void decideCall({ toolName: 'u' })
    void decideCall({ serverName: 'r' })
    expect(gate.questions()).toHaveLength(2)
  })

  test('TOOL-12 TOOL-29: appears again with a note when the definition changes, and the new approval replaces the old one', async () => {
    const first = decideCall()
    await sayToCall('allow-always')
    await first
    const second = decideCall({ definitionHash: 'changed' })
    expect(gate.questions()).toMatchObject([{ note: say('consent.definitionChanged') }])
    await sayToCall('allow-always')
    expect(await second).toEqual(byPerson)
    expect(await decideCall({ definitionHash: 'changed' })).toEqual(byGrant)
    expect(gate.view().grants).toHaveLength(1)
    expect(store.listGrants()).toHaveLength(1)
    void decideCall()
    expect(gate.questions()).toHaveLength(1)
  })
})

describe('editing arguments', () => {
  test('sends the edited arguments with the call and marks them as edited', async () => {
    const decision = decideCall()
    await sayToCall('allow-once', { a: 5 })
    expect(await decision).toEqual({ type: 'allowed', arguments: { a: 5 }, isEdited: true, by: 'person' })
    expect(checks).toEqual([{ schema: { type: 'object' }, args: { a: 5 } }])
  })

  test('treats the same arguments in another order as unedited and skips the check', async () => {
    const decision = decideCall()
    await answerFirst({ type: 'tool-call', decision: 'allow-once', arguments: { b: { c: [2] }, a: 1 } })
    expect(await decision).toEqual(byPerson)
    expect(checks).toEqual([])
  })

  test('refuses arguments that do not fit, names the places, and keeps the question open', async () => {
    problems = [{ path: '/a', message: quote('must be a number') }]
    const decision = decideCall()
    await expect(sayToCall('allow-always', { a: 5 })).rejects.toMatchObject({
      code: 'TOOL_INVALID_ARGUMENTS',
      data: { problems }
    })
    expect(gate.questions()).toHaveLength(1)
    expect(gate.view().grants).toEqual([])
    problems = []
    await sayToCall('allow-once', { a: 6 })
    expect(await decision).toMatchObject({ arguments: { a: 6 } })
  })

  test('skips the check when the user denies the call', async () => {
    problems = [{ path: '', message: quote('never') }]
    const decision = decideCall()
    await sayToCall('deny', { a: 5 })
    expect(await decision).toEqual({ type: 'denied' })
    expect(checks).toEqual([])
  })

  test('has no effect when the question is withdrawn during the check', async () => {
    let endCheck = (): void => {}
    beforeCheckEnds = new Promise((resolve) => (endCheck = resolve))
    const controller = new AbortController()
    const decision = decideCall({}, controller.signal)
    const answering = sayToCall('allow-always', { a: 5 })
    controller.abort()
    endCheck()
    await expect(answering).rejects.toMatchObject({ code: 'CONSENT_UNKNOWN_QUESTION' })
    expect(await decision).toEqual({ type: 'withdrawn' })
    expect(gate.view().grants).toEqual([])
  })

  test('counts two simultaneous answers as one', async () => {
    let endCheck = (): void => {}
    beforeCheckEnds = new Promise((resolve) => (endCheck = resolve))
    const decision = decideCall()
    const answers = [sayToCall('allow-once', { a: 5 }), sayToCall('allow-once', { a: 6 })]
    endCheck()
    const outcomes = await Promise.allSettled(answers)
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected'])
    expect(await decision).toMatchObject({ arguments: { a: 5 } })
  })
})

describe('the question queue', () => {
  test('shows the oldest question first, and keeps the others when one is answered', async () => {
    const decisions = ['t1', 't2', 't3'].map((toolName) => decideCall({ toolName }))
    const names = () =>
      gate.questions().map((question) => (question.type === 'tool-call' ? question.toolName : ''))
    expect(names()).toEqual(['t1', 't2', 't3'])
    await gate.answer(gate.questions()[1]?.id ?? '', { type: 'tool-call', decision: 'deny' })
    expect(names()).toEqual(['t1', 't3'])
    expect(await decisions[1]).toEqual({ type: 'denied' })
  })

  test('allows waiting calls that a new permission covers, with their own arguments, and no others', async () => {
    const first = decideCall()
    const covered = decideCall({ arguments: { a: 2 } })
    const otherTool = decideCall({ toolName: 'u' })
    const otherDefinition = decideCall({ definitionHash: 'changed' })
    const otherConversation = decideCall({ conversationId: 'd' })
    await sayToCall('allow-conversation')
    expect(await first).toEqual(byPerson)
    expect(await covered).toEqual({ ...byGrant, arguments: { a: 2 } })
    expect(gate.questions()).toHaveLength(3)
    // The covered question is removed before the answered one, so it never appears for a moment.
    expect(shown.slice(-2).map((questions) => questions.length)).toEqual([4, 3])
    void Promise.all([otherTool, otherDefinition, otherConversation])
  })

  test('SEC-11-11 asks about a call that keeps repeating, even with a permission given before or meanwhile', async () => {
    const granting = decideCall()
    const waiting = decideCall({ repeats: 3 })
    await sayToCall('allow-always')
    await granting
    expect(gate.questions()).toMatchObject([{ repeats: 3 }])
    const [asked] = gate.questions()
    expect(asked?.type === 'tool-call' && renderEnglish(asked.note)).toBe(
      'The model has made this exact call 3 times in this turn and got the same result each time.'
    )
    await sayToCall('deny')
    expect(await waiting).toEqual({ type: 'denied' })
    void decideCall({ repeats: 4 })
    expect(gate.questions()).toHaveLength(1)
    expect(await decideCall()).toEqual(byGrant)
  })

  test('keeps other calls of the same tool waiting after allowing once or denying', async () => {
    void decideCall()
    void decideCall()
    void decideCall()
    await sayToCall('allow-once')
    expect(gate.questions()).toHaveLength(2)
    await sayToCall('deny')
    expect(gate.questions()).toHaveLength(1)
  })

  test.each([
    ['unknown', 'nobody'],
    ['answered', 'first']
  ])('refuses an answer to an %s question', async (_name, which) => {
    void decideCall()
    const id = gate.questions()[0]?.id ?? ''
    await sayToCall('deny')
    const answering = gate.answer(which === 'first' ? id : which, {
      type: 'tool-call',
      decision: 'allow-once'
    })
    await expect(answering).rejects.toMatchObject({ code: 'CONSENT_UNKNOWN_QUESTION' })
  })

  test('refuses an answer of the wrong kind and keeps the question open', async () => {
    void decideCall()
    await expect(sayToTrust('trust')).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    expect(gate.questions()).toHaveLength(1)
    expect(gate.view().trustedServers).toEqual([])
    await sayToCall('deny')
    void decideTrust()
    await expect(sayToCall('allow-always')).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    expect(gate.questions()).toHaveLength(1)
  })
})

describe('withdrawing a question', () => {
  test('removes it when the signal fires', async () => {
    const controller = new AbortController()
    const decision = decideCall({}, controller.signal)
    const trust = decideTrust({}, controller.signal)
    controller.abort()
    expect(await decision).toEqual({ type: 'withdrawn' })
    expect(await trust).toEqual({ type: 'withdrawn' })
    expect(gate.questions()).toEqual([])
    expect(shown.at(-1)).toEqual([])
  })

  test('asks nothing, and uses no permission, when the signal fired before', async () => {
    const first = decideCall()
    await sayToCall('allow-always')
    await first
    expect(await decideCall({}, AbortSignal.abort())).toEqual({ type: 'withdrawn' })
    expect(await decideTrust({}, AbortSignal.abort())).toEqual({ type: 'withdrawn' })
    expect(shown).toHaveLength(2)
  })

  test('changes nothing when the signal fires after the answer', async () => {
    const controller = new AbortController()
    const decision = decideCall({}, controller.signal)
    await sayToCall('allow-once')
    controller.abort()
    expect(await decision).toEqual(byPerson)
    expect(shown).toHaveLength(2)
  })

  test('removes only the questions about its tools when a server disconnects', async () => {
    const mine = decideCall()
    const others = decideCall({ serverName: 'elsewhere' })
    void decideTrust()
    gate.withdrawOfServer('elsewhere')
    expect(await others).toEqual({ type: 'withdrawn' })
    expect(gate.questions().map(({ type }) => type)).toEqual(['tool-call', 'server-trust'])
    await sayToCall('deny')
    expect(await mine).toEqual({ type: 'denied' })
  })

  test('keeps questions about connecting to a server, and about its results, when it disconnects', async () => {
    const place = { issuer: 'https://a.example', host: 'a.example', needsClient: false, doubt: null }
    const decisions = [
      decideTrust(),
      gate.ask['sign-in'](
        {
          serverName: 's',
          serverUrl: 'https://s.example/',
          reason: quote('It asks.'),
          account: null,
          places: [place as never],
          scopes: [],
          addedScopes: []
        },
        never()
      ),
      gate.ask['tool-result'](
        {
          conversationId: 'c',
          callId: 'call',
          serverName: 's',
          toolName: 't',
          content: [{ type: 'text', text: 'one' }],
          structuredContent: null,
          isError: false
        },
        never()
      )
    ]
    const call = decideCall()
    gate.withdrawOfServer('s')
    expect(await call).toEqual({ type: 'withdrawn' })
    expect(gate.questions().map(({ type }) => type)).toEqual(['server-trust', 'sign-in', 'tool-result'])
    await sayToTrust('keep-stopped')
    await answerFirst({ type: 'sign-in', decision: 'cancel' })
    await answerFirst({ type: 'tool-result', decision: 'refuse' })
    expect(await Promise.all(decisions)).toEqual([
      { type: 'kept-stopped' },
      { type: 'cancelled' },
      { type: 'refused' }
    ])
  })

  test('removes only the questions and permissions of a conversation that is deleted', async () => {
    const granted = [
      decideCall(),
      decideCall({ conversationId: 'd' }),
      decideCall({ toolName: 'everywhere' })
    ]
    await sayToCall('allow-conversation')
    await sayToCall('allow-conversation')
    await sayToCall('allow-always')
    await Promise.all(granted)
    const mine = decideCall({ toolName: 'u' })
    void decideCall({ toolName: 'u', conversationId: 'd' })
    void decideTrust()
    await gate.forgetConversation('c')
    expect(await mine).toEqual({ type: 'withdrawn' })
    expect(gate.questions()).toHaveLength(2)
    expect(gate.view().grants.map((grant) => grant.conversationId)).toEqual(['d', null])
    expect(store.listGrants()).toHaveLength(2)
  })
})

const isTrusted = (serverName: string, fingerprint: string) =>
  gate.isTrusted(serverName, { fingerprint, act: trustRequest().act, secrets: [] })

describe('trust in a server', () => {
  test('is asked for once, then recognized by fingerprint, also after a restart', async () => {
    const first = decideTrust()
    expect(questionSchema.parse(gate.questions()[0])).toMatchObject({ type: 'server-trust', previous: null })
    expect(isTrusted('s', 'f')).toBe(false)
    await sayToTrust('trust')
    expect(await first).toEqual({ type: 'trusted' })
    await startGate()
    expect(isTrusted('s', 'f')).toBe(true)
    expect(isTrusted('s', 'other')).toBe(false)
    expect(isTrusted('other', 'f')).toBe(false)
    expect(await decideTrust()).toEqual({ type: 'trusted' })
    expect(gate.view().trustedServers).toMatchObject([{ serverName: 's', act: { command: 'node' } }])
  })

  test('is asked for again when the definition changes, with what was trusted before', async () => {
    const first = decideTrust()
    await sayToTrust('trust')
    await first
    const act = { ...trustRequest().act, command: 'deno' }
    const second = decideTrust({ act, fingerprint: 'g' })
    expect(gate.questions()).toMatchObject([{ act: { command: 'deno' }, previous: { command: 'node' } }])
    await sayToTrust('keep-stopped')
    expect(await second).toEqual({ type: 'kept-stopped' })
    expect(isTrusted('s', 'f')).toBe(true)
    const third = decideTrust({ act, fingerprint: 'g' })
    await sayToTrust('trust')
    expect(await third).toEqual({ type: 'trusted' })
    expect(isTrusted('s', 'f')).toBe(false)
    expect(gate.view().trustedServers).toHaveLength(1)
  })

  test('does not remember a denial', async () => {
    const first = decideTrust()
    await sayToTrust('keep-stopped')
    expect(await first).toEqual({ type: 'kept-stopped' })
    void decideTrust()
    expect(gate.questions()).toHaveLength(1)
  })

  test('answers every waiting question about the same definition at once', async () => {
    const same = [decideTrust(), decideTrust()]
    void decideTrust({ fingerprint: 'g' })
    await sayToTrust('trust')
    expect(await Promise.all(same)).toEqual([{ type: 'trusted' }, { type: 'trusted' }])
    expect(gate.questions()).toHaveLength(1)
  })

  test('is asked for again after it is revoked', async () => {
    const first = decideTrust()
    await sayToTrust('trust')
    await first
    await gate.revokeTrust('s')
    expect(isTrusted('s', 'f')).toBe(false)
    await startGate()
    void decideTrust()
    expect(gate.questions()).toMatchObject([{ previous: null }])
  })
})

describe('a history that fails', () => {
  const broken = async (): Promise<never> => {
    throw new HostError('HISTORY_UNAVAILABLE', quote('No history.'))
  }

  test('applies an approval until Parley quits, then asks again after the restart', async () => {
    failing = { saveGrant: broken, saveTrust: broken }
    await startGate()
    const decisions = [decideCall(), decideTrust({ serverName: 'r' })]
    await sayToCall('allow-always')
    await sayToTrust('trust')
    expect(await Promise.all(decisions)).toEqual([byPerson, { type: 'trusted' }])
    expect(await decideCall()).toEqual(byGrant)
    await startGate()
    expect(gate.view()).toMatchObject({ grants: [], trustedServers: [] })
  })

  test('reports that revoking is not saved', async () => {
    failing = { deleteGrant: broken }
    await startGate()
    const decision = decideCall()
    await sayToCall('allow-always')
    await decision
    const id = gate.view().grants[0]?.id ?? ''
    await expect(gate.revokeGrant(id)).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
    void decideCall()
    expect(gate.questions()).toHaveLength(1)
  })

  test("asks about everything when it can't be read", async () => {
    failing = { listGrants: broken }
    await expect(startGate()).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
    void decideCall()
    expect(gate.questions()).toHaveLength(1)
  })
})

test('refuses to revoke an unknown permission', async () => {
  await expect(gate.revokeGrant('nothing')).rejects.toMatchObject({ code: 'CONSENT_UNKNOWN_GRANT' })
})

test('announces every change of saved permissions', async () => {
  const counts: number[] = []
  gate.onViewChanged((view) => counts.push(view.grants.length + view.trustedServers.length))
  void decideCall()
  await sayToCall('allow-always')
  void decideTrust()
  await sayToTrust('trust')
  await gate.revokeTrust('s')
  await gate.revokeGrant(gate.view().grants[0]?.id ?? '')
  // The permission, then the pinned definition that came with it.
  expect(counts).toEqual([1, 1, 2, 1, 0])
})
