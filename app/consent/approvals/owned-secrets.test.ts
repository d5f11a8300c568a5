/**
 * Questions about vault secrets that belong to another server or destination: what an approval gives, and what it
 * doesn't.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { ServerTrustQuestion, DestinationQuestion } from '../../contract/questions/questions'
import type { SecretOwner } from '../../contract/destination'
import type { ServerAct } from '../../contract/server-act'
import { describeDestination } from '../../net/destination'
import { createForgetfulApprovals, forgetfulHistory } from '../../testing/forgetful-approvals'
import { toEnglish } from '../../texts/render-localized'
import type { ApprovalsControl } from './approvals'

let gate: ApprovalsControl
let facts: Map<string, string>

beforeEach(() => {
  facts = new Map()
  const history = {
    ...forgetfulHistory,
    readFact: async (name: string) => facts.get(name) ?? null,
    writeFact: async (name: string, value: string) => void facts.set(name, value)
  }
  gate = createForgetfulApprovals({ history })
})

const nothing = { command: null, args: [], cwd: null, environmentNames: [], headerNames: [] }
const act: ServerAct = { ...nothing, transport: 'http', url: 'https://notes.example/mcp' }
const candidate = { fingerprint: 'f', act, secrets: ['key'] }
const decideTrust = (serverName = 'notes', more: Partial<typeof candidate> = {}) =>
  gate.decideServerTrust({ serverName, warnings: [], ...candidate, ...more }, new AbortController().signal)
const trustQuestions = () =>
  gate.questions().filter((one): one is ServerTrustQuestion => one.type === 'server-trust')
const sayTrust = async (serverName = 'notes') => {
  const { id = '' } = trustQuestions().find((one) => one.serverName === serverName) ?? {}
  await gate.answer(id, { type: 'server-trust', decision: 'trust' })
}
const saidIn = ({ warnings }: Pick<ServerTrustQuestion, 'warnings'> | undefined = { warnings: [] }) =>
  warnings.map(toEnglish).join('\n')

const bank: SecretOwner = { kind: 'server', name: 'bank', host: 'bank.example' }
const shop: SecretOwner = { kind: 'server', name: 'shop', host: 'shop.example' }
const typeFor = (owner: SecretOwner) => gate.destinations.typed('key', owner)
const keptOwners = (): unknown => JSON.parse(facts.get('secret-owners') ?? '[]')

describe('a trusted server that names a secret of another owner', () => {
  beforeEach(async () => {
    const first = decideTrust()
    await sayTrust()
    await first
    await typeFor(bank)
  })

  it('SEC-11-1 loses its trust, and the question names the owner of the secret', () => {
    expect(gate.isTrusted('notes', candidate)).toBe(false)
    void decideTrust()
    expect(saidIn(trustQuestions()[0])).toContain('bank')
    expect(trustQuestions()[0]?.previous).toBeNull()
  })

  it('SEC-11-1 does not get the secret by an approval of another server or of a call', async () => {
    let isSettled = false
    void decideTrust().then(() => (isSettled = true))
    const other = decideTrust('other', { fingerprint: 'o', secrets: [] })
    await sayTrust('other')
    await other
    const call = gate.decideToolCall(
      {
        conversationId: 'c',
        callId: 'call',
        turnId: 'turn',
        serverName: 'other',
        toolName: 't',
        toolTitle: null,
        toolDescription: '',
        annotations: {},
        inputSchema: {},
        outputSchema: null,
        arguments: {},
        requestedBy: 'model',
        readFrom: [],
        definitionHash: 'h'
      },
      new AbortController().signal
    )
    const { id = '' } = gate.questions().find(({ type }) => type === 'tool-call') ?? {}
    await gate.answer(id, { type: 'tool-call', decision: 'allow-once' })
    await call
    expect(isSettled).toBe(false)
    expect(trustQuestions()).toMatchObject([{ serverName: 'notes' }])
    expect(gate.isTrusted('notes', candidate)).toBe(false)
    expect(keptOwners()).toEqual([['key', [bank]]])
  })

  it('gets the secret with an approval of that question, and the owner keeps it', async () => {
    const asked = decideTrust()
    await sayTrust()
    expect(await asked).toEqual({ type: 'trusted' })
    expect(gate.isTrusted('notes', candidate)).toBe(true)
    expect(keptOwners()).toEqual([['key', [bank, { kind: 'server', name: 'notes', host: 'notes.example' }]]])
    expect(await decideTrust()).toEqual({ type: 'trusted' })
  })

  it('is asked about again instead of getting a secret that the question did not name', async () => {
    const asked = decideTrust()
    await typeFor(shop)
    await sayTrust()
    expect(keptOwners()).toEqual([['key', [shop]]])
    expect(saidIn(trustQuestions()[0])).toContain('shop')
    expect(saidIn(trustQuestions()[0])).not.toContain('bank')
    expect(saidIn(trustQuestions()[0])).toContain("Parley didn't use your answer")
    await sayTrust()
    expect(await asked).toEqual({ type: 'trusted' })
    expect(gate.isTrusted('notes', candidate)).toBe(true)
  })

  it('shows the current owner in a question that waited behind one that changed the owner', async () => {
    const unowned = { act, secrets: ['new'] }
    const first = decideTrust('first', { ...unowned, fingerprint: 'f' })
    const second = decideTrust('second', { ...unowned, fingerprint: 's' })
    const id = trustQuestions()[1]?.id
    await sayTrust('first')
    expect(await first).toEqual({ type: 'trusted' })
    expect(trustQuestions()).toMatchObject([{ id, serverName: 'second' }])
    expect(saidIn(trustQuestions()[0])).toContain('first')
    expect(saidIn(trustQuestions()[0])).not.toContain("didn't use your answer")
    await sayTrust('second')
    expect(await second).toEqual({ type: 'trusted' })
  })

  it('keeps the known facts about its program when such a question is answered', async () => {
    const pin = { runner: 'npx', name: 'p', requested: null, isFixed: false, integrity: null }
    const file = { role: 'program' as const, path: '/bin/npx', size: 1, hash: 'h', stamp: 's' }
    const program = (version: string | null) => ({
      ...act,
      transport: 'stdio' as const,
      url: null,
      command: 'npx',
      files: [file],
      packages: [{ ...pin, version }]
    })
    const first = decideTrust('tool', { act: program('1.0.0'), secrets: [] })
    await sayTrust('tool')
    await first
    // The cache is emptied, then holds another version.
    const again = decideTrust('tool', { act: program(null) })
    await sayTrust('tool')
    await again
    expect(gate.isTrusted('tool', { ...candidate, act: program('1.0.0') })).toBe(true)
    expect(gate.isTrusted('tool', { ...candidate, act: program('6.6.6') })).toBe(false)
  })
})

it('SEC-11-1 keeps a secret from a new server if it is typed for another server during the question', async () => {
  const asked = decideTrust()
  expect(saidIn(trustQuestions()[0])).toBe('')
  await typeFor(bank)
  await sayTrust()
  expect(gate.isTrusted('notes', candidate)).toBe(false)
  expect(keptOwners()).toEqual([['key', [bank]]])
  expect(saidIn(trustQuestions()[0])).toContain('bank')
  const { id = '' } = trustQuestions()[0] ?? {}
  await gate.answer(id, { type: 'server-trust', decision: 'keep-stopped' })
  expect(await asked).toEqual({ type: 'kept-stopped' })
})

describe('a destination that names a secret', () => {
  const destination = describeDestination({
    kind: 'model',
    name: 'found',
    type: 'anthropic',
    address: 'https://models.example',
    values: [[null, '${secret:key}']],
    ownReason: null
  })
  const decide = () => gate.destinations.decide(destination, [], new AbortController().signal)
  const question = () => gate.questions()[0] as DestinationQuestion | undefined
  const say = async (decision: 'trust' | 'not-now') => {
    await gate.answer(question()?.id ?? '', { type: 'destination', decision })
    // The answer reaches the caller.
    await new Promise(setImmediate)
  }

  it('SEC-11-1 is asked about again instead of getting a secret that the question did not name', async () => {
    await typeFor(bank)
    const asked = decide()
    expect(question()?.secrets).toEqual([{ name: 'key', owners: [bank] }])
    expect(saidIn(question())).not.toContain("didn't use your answer")
    await typeFor(shop)
    await say('trust')
    expect(gate.destinations.isTrusted(destination)).toBe(false)
    expect(keptOwners()).toEqual([['key', [shop]]])
    expect(question()?.secrets).toEqual([{ name: 'key', owners: [shop] }])
    expect(saidIn(question())).toContain('shop')
    expect(saidIn(question())).toContain("Parley didn't use your answer")
    await say('trust')
    expect(await asked).toEqual({ type: 'trust' })
    expect(gate.destinations.isTrusted(destination)).toBe(true)
  })

  it('stays denied, even if the owner of the secret has changed', async () => {
    const asked = decide()
    await typeFor(bank)
    await say('not-now')
    expect(await asked).toEqual({ type: 'not-now' })
    expect(gate.questions()).toEqual([])
  })
})
