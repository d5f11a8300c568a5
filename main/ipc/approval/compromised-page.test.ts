/**
 * A compromised page calls the bridge at random, and each approving call at once, with a whole core and real servers:
 * nothing is approved, nothing throws, and every answer fits the contract. `npm run fuzz` runs it at length.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Approval } from '../../../app/contract/approval/approval'
import { type CallInput, findRequiredApproval } from '../../../app/contract/bridge/calls'
import { failureCodes } from '../../../app/contract/failure'
import type { EventPayload } from '../../../app/contract/bridge/events'
import type { Question } from '../../../app/contract/questions/questions'
import { anyCall, approvingCalls, type MadeUpCall } from '../../../app/testing/fuzz/calls-of-page'
import type { MadeUp } from '../../../app/testing/fuzz/made-up-values'
import { createRandom, type Random } from '../../../app/testing/fuzz/random'
import { seeds } from '../../../app/testing/fuzz/seeds'
import { openHost, type OpenTestHost } from '../../../app/testing/open-host'
import { createLogger, SecretRegistry } from '../../../app/base/logger'
import { createAnswering } from '../answer-call'
import type { AnswerCall } from '../serve'
import { createApproval, type RequirePerson } from './approval'
import { createPresses, type Presses } from './presses'
import { createQuestionDisplay, type QuestionDisplay } from './shown-questions'
import { soon } from '../../../app/testing/soon'

const stub = fileURLToPath(new URL('../../../app/testing/servers/stub.mjs', import.meta.url))
const entry = {
  command: process.execPath,
  args: [stub, `--stub=${JSON.stringify({ name: 'known', tools: [{ name: 'read', text: 'done' }] })}`]
}

let folder: string
let host: OpenTestHost
let page: AnswerCall
let words: readonly string[]
let presses: Presses
/** The calls allowed since the last press that required one. */
let letThrough: LetThrough[]
/** Milliseconds that the clock is moved at once. */
let ahead: number

interface LetThrough {
  readonly approval: Approval
  readonly question: Question | null
}

beforeEach(async () => {
  ahead = 0
  letThrough = []
  folder = await mkdtemp(path.join(tmpdir(), 'parley-page-'))
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { known: entry } }))
  host = await openHost({ folder })
  const now = () => performance.now() + ahead
  const questions = createQuestionDisplay(now)
  presses = createPresses({ now, isAssisted: () => true })
  host.onEvent(({ name, payload }) => {
    if (name === 'questions.changed') questions.change(payload as EventPayload<'questions.changed'>)
  })
  page = createAnswering({
    handlers: host.handlers,
    checksOutputs: true,
    requirePerson: watched(createApproval(presses, questions), questions),
    log: createLogger(() => {}, { secrets: new SecretRegistry(), now: () => 0 })
  })
  words = await prepare()
})

afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

/** An answer to a question that isn't open needs no press: it approves nothing. */
function watched(requirePerson: RequirePerson, questions: QuestionDisplay): RequirePerson {
  return (name, input) => {
    const approval = findRequiredApproval(name, input)
    const questionId = name === 'consent.answer' ? (input as CallInput<'consent.answer'>).questionId : null
    const question = questionId === null ? null : (questions.find(questionId)?.question ?? null)
    requirePerson(name, input)
    if (approval === null || approval.proof === 'present') return
    if (questionId === null || question !== null) letThrough.push({ approval, question })
  }
}

const asked = (wanted: object) => vi.waitFor(() => expect(host.question()).toMatchObject(wanted), soon)

/** The user trusts one server, requests something from it, and is asked; another server waits for trust. */
async function prepare(): Promise<readonly string[]> {
  void host.start()
  await host.handlers['app.snapshot']({})
  await asked({ type: 'server-trust', serverName: 'known' })
  await host.handlers['consent.answer']({
    questionId: host.question()?.id ?? '',
    answer: { type: 'server-trust', decision: 'trust' }
  })
  await vi.waitFor(
    () => expect(host.handlers['tool.search']({ query: '', limit: 5 })).resolves.toHaveLength(1),
    soon
  )
  const { id } = await host.handlers['conversation.create']({})
  const toolRequest = { serverName: 'known', toolName: 'read', arguments: {} }
  const nothingElse = { text: '', resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId: id, ...nothingElse, toolRequest })
  await asked({ type: 'tool-call', toolName: 'read' })
  const json = JSON.stringify(entry)
  await host.handlers['server.save-entry']({ previousName: null, serverName: 'waiting', json })
  await vi.waitFor(() => expect(openQuestions()).toHaveLength(2), soon)
  const ids = openQuestions().map((question) => question.id)
  return [
    ...ids,
    id,
    'known',
    'waiting',
    'read',
    'direct',
    json,
    'https://example.com/',
    'anthropic',
    folder,
    '/',
    '{}'
  ]
}

const openQuestions = (): readonly Question[] =>
  (host.events.findLast(({ name }) => name === 'questions.changed')?.payload ?? []) as Question[]

/** Everything that an approval adds to, and everything that was sent, as a list of texts. A revoked item is removed. */
async function approved(): Promise<readonly string[]> {
  const { consent, settings, servers } = await host.handlers['app.snapshot']({})
  const ledger = await host.handlers['ledger.search']({
    recipientType: null,
    recipient: null,
    text: '',
    from: null,
    to: null,
    beforePosition: null,
    limit: 500
  })
  // A sign-out leaves a record under the name of its server only.
  const signedOut = ['oauth/known', 'oauth/waiting']
  // A server whose program is missing fails without a question. A server that ran had to be trusted, which the list
  // contains.
  const isWaiting = (state: string): boolean => ['stopped', 'waiting-for-trust', 'failed'].includes(state)
  return [
    ...consent.trustedServers.map(({ serverName }) => `trusted ${serverName}`),
    ...[...consent.grants, ...(consent.flows ?? [])].map(({ id }) => `granted ${id}`),
    ...(consent.samplingRules ?? []).map(({ serverName, mode }) => `sampling ${mode} for ${serverName}`),
    ...settings.roots.map((root) => `folder ${JSON.stringify(root)}`),
    ...servers.filter(({ state }) => !isWaiting(state)).map(({ name }) => `running ${name}`),
    ...host.openedLinks.map((url) => `opened ${url}`),
    ...[...host.secrets.keys()].filter((name) => !signedOut.includes(name)).map((name) => `secret ${name}`),
    // The log level of a server isn't protected: no model reads the log, and no press is required.
    ...ledger.entries
      .filter(({ kind }) => kind !== 'log level')
      .map(({ position, kind, recipient }) => `sent ${position}: ${kind} to ${recipient}`)
  ]
}

async function expectNothingApproved(before: readonly string[]): Promise<void> {
  expect((await approved()).filter((one) => !before.includes(one))).toEqual([])
}

async function outcomesOf(made: readonly MadeUpCall[]): Promise<readonly string[]> {
  const results = await Promise.all(made.map(({ name, input }) => page(name, input)))
  return results.map((result, index) => {
    if (result.ok) return 'ok'
    expect(failureCodes, `the code of ${JSON.stringify(made[index])}`).toHaveProperty(result.error.code)
    expect(result.error.code, `a bug by ${JSON.stringify(made[index])}`).not.toBe('INTERNAL')
    return result.error.code
  })
}

describe('a compromised page', () => {
  it.each(seeds(1))(
    'SEC-11-4 calls at random and gets nothing approved (seed %i)',
    async (seed) => {
      const before = await approved()
      const made: MadeUp = { random: createRandom(seed), words }
      const outcomes = new Set<string>()
      for (let burst = 0; burst < 60; burst += 1) {
        const calls = Array.from({ length: 1 + made.random.below(80) }, () => anyCall(made))
        for (const outcome of await outcomesOf(calls)) outcomes.add(outcome)
      }
      await expectNothingApproved(before)
      // The random calls had some success.
      expect([...outcomes]).toEqual(
        expect.arrayContaining(['ok', 'BRIDGE_INVALID_INPUT', 'BRIDGE_UNKNOWN_CALL', 'BRIDGE_NO_PERSON'])
      )
    },
    120_000
  )

  it.each(seeds(1))(
    'SEC-11-4 tries each approving call at once and is refused every one (seed %i)',
    async (seed) => {
      const before = await approved()
      const made: MadeUp = { random: createRandom(seed), words }
      const tries = approvingCalls(made)
      const [call, trust] = openQuestions()
      const answers = [
        ...[
          'allow-once',
          'allow-conversation',
          'allow-server-conversation',
          'allow-always',
          'allow-read-only'
        ].map((decision) => ({ questionId: call?.id, answer: { type: 'tool-call', decision } })),
        { questionId: trust?.id, answer: { type: 'server-trust', decision: 'trust' } }
      ].map((input) => ({ name: 'consent.answer', input }))
      const others = tries.filter(({ name }) => name !== 'consent.answer')
      expect(others.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'link.open',
          'conversation.send',
          'server.control',
          'model.set-key',
          'settings.set-roots'
        ])
      )
      const outcomes = await outcomesOf([...answers, ...others])
      expect(new Set(outcomes)).toEqual(new Set(['BRIDGE_NO_PERSON']))
      expect(openQuestions()).toHaveLength(2)
      await expectNothingApproved(before)
    }
  )

  it.each(seeds(1))(
    'SEC-11-4 gets at most one thing from a real press, and only what was under it (seed %i)',
    async (seed) => {
      const made: MadeUp = { random: createRandom(seed), words }
      const { random } = made
      const all: LetThrough[] = []
      for (let round = 0; round < 15; round += 1) {
        const json = JSON.stringify(entry)
        // Adding one requires no press, but asks a question.
        await page('server.save-entry', { previousName: null, serverName: `more-${round}`, json })
        // The previous press has expired. Sometimes the next comes too early.
        ahead += 11_000 + (random.once(4) ? 0 : 600)
        const calls = shuffled([...yesesTo(openQuestions()), ...pressingCalls(made)], random)
        const before = random.below(calls.length)
        letThrough = []
        const early = outcomesOf(calls.slice(0, before))
        const places = press(random)
        await Promise.all([early, outcomesOf(calls.slice(before))])
        expect(letThrough.length, `in round ${round}`).toBeLessThanOrEqual(1)
        for (const { approval } of letThrough)
          if (approval.proof === 'in-place') expect(places).toContain(approval.place)
        all.push(...letThrough)
      }
      const trusted = all.flatMap(({ question }) =>
        question?.type === 'server-trust' ? [question.serverName] : []
      )
      const { consent } = await host.handlers['app.snapshot']({})
      const known = ['known', ...trusted]
      expect(consent.trustedServers.filter(({ serverName }) => !known.includes(serverName))).toEqual([])
      // The random calls had some success.
      expect(all).not.toEqual([])
    },
    120_000
  )

  it.each(seeds(1))(
    'SEC-11-4 allows no call with a made-up position of a press, except calls that the host itself groups (seed %i)',
    async (seed) => {
      const random = createRandom(seed)
      const [call] = openQuestions()
      ahead += 600
      press(random, [...openQuestions().map(({ id }) => id), 'known', 'waiting'])
      await outcomesOf(shuffled(yesesTo(openQuestions()), random))
      expect(letThrough.map(({ question }) => question?.id)).toEqual([call?.id])
    }
  )
})

/** Without calls that accept an earlier press, and without one that ends only with the answer to its own question. */
function pressingCalls(made: MadeUp): readonly MadeUpCall[] {
  return approvingCalls(made).filter(
    ({ name, input }) =>
      name !== 'messages.send' &&
      findRequiredApproval(name, input as CallInput<typeof name>)?.proof !== 'present'
  )
}

/** Every way to approve them. */
function yesesTo(questions: readonly Question[]): readonly MadeUpCall[] {
  const decisions: Partial<Record<Question['type'], readonly string[]>> = {
    'server-trust': ['trust'],
    'tool-call': ['allow-once', 'allow-conversation', 'allow-always'],
    destination: ['trust'],
    'sign-in': ['open-browser']
  }
  return questions.flatMap(({ id, type }) =>
    (decisions[type] ?? []).map((decision) => ({
      name: 'consent.answer',
      input: { questionId: id, answer: { type, decision } }
    }))
  )
}

/** A user presses something; it may be a button of a waiting question. */
function press(random: Random, places = somePlace(random)): readonly string[] {
  const kind = random.once(2) ? 'pointer' : 'key'
  presses.hear(kind)
  presses.report({ type: 'press', kind, age: 0, isActivating: true, places: [...places] })
  return places
}

function somePlace(random: Random): readonly string[] {
  const questions = openQuestions()
  return random.once(4) || questions.length === 0 ? [] : [random.pick(questions).id]
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((value) => ({ value, at: random.below(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value)
}
