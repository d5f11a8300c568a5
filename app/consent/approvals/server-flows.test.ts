/** Permissions for data sharing between servers: what an approval covers, what is saved, and what revokes it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { QuestionAnswer, ToolCallQuestion } from '../../contract/questions/questions'
import type { GrantScope } from '../../contract/grants'
import type { KnownTool } from '../interface'
import { createKnownTools } from '../tools/known-tools'
import { createForgetfulApprovals, forgetfulHistory } from '../../testing/forgetful-approvals'
import { flowsFact } from '../store/flow-store'
import { say, toEnglish } from '../../texts/render-localized'
import type { ApprovalsControl, ConsentOptions } from './approvals'

const tool = (name: string): KnownTool => ({
  serverName: 'shell',
  name,
  title: null,
  description: '',
  // The server's claims about itself change nothing.
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: {},
  outputSchema: null,
  definitionHash: name
})
const list = [tool('status'), tool('look')]
const tools = createKnownTools({ list: () => list, serverNames: () => ['shell', 'calendar'] })

let kept: string | null
let gate: ApprovalsControl

async function open(more: Partial<ConsentOptions> = {}): Promise<void> {
  const history = {
    ...forgetfulHistory,
    readFact: async (name: string) => (name === flowsFact ? kept : null),
    writeFact: async (_name: string, json: string) => void (kept = json)
  }
  gate = createForgetfulApprovals({ history, tools, ...more })
  await gate.load()
}

beforeEach(async () => {
  kept = null
  await open()
})

interface Call {
  readonly toolName?: string
  readonly conversationId?: string
  readonly readFrom?: readonly string[]
}

function decide({ toolName = 'status', conversationId = 'c', readFrom = [] }: Call = {}) {
  return gate.decideToolCall(
    {
      conversationId,
      callId: 'call',
      turnId: 'turn',
      serverName: 'shell',
      toolName,
      toolTitle: null,
      toolDescription: '',
      annotations: { readOnlyHint: true, openWorldHint: false },
      arguments: {},
      inputSchema: {},
      outputSchema: null,
      requestedBy: 'model',
      readFrom,
      definitionHash: toolName
    },
    new AbortController().signal
  )
}
const asked = () => gate.questions()[0] as ToolCallQuestion | undefined

type Yes = Extract<QuestionAnswer, { type: 'tool-call' }>
async function answer(decision: Yes['decision'], more: Partial<Yes> = {}): Promise<void> {
  await gate.answer(asked()?.id ?? '', { type: 'tool-call', decision, ...more })
}
async function allow(call: Call, decision: Yes['decision'], more: Partial<Yes> = {}): Promise<void> {
  const decided = decide(call)
  await answer(decision, more)
  await decided
}
async function goesOn(call: Call): Promise<boolean> {
  const decided = decide(call)
  if (asked() === undefined) return (await decided).type === 'allowed'
  await answer('deny')
  return false
}

const fromCalendar = { readFrom: ['calendar'] }

describe('approving a call that may carry text of another server', () => {
  it('SEC-04: SEC-11-5 asks despite a permission for the tool, and names the server whose text it is', async () => {
    await allow({}, 'allow-always')
    expect(await goesOn({})).toBe(true)
    void decide(fromCalendar)
    expect(asked()).toMatchObject({ readFrom: ['calendar'], newFlows: ['calendar'] })
  })

  it('covers only this call when allowed once', async () => {
    await allow({}, 'allow-always')
    await allow(fromCalendar, 'allow-once', { flow: 'tool' })
    expect(await goesOn(fromCalendar)).toBe(false)
    expect(gate.view().flows).toEqual([])
  })

  it('SEC-11-5 asks once per pair of servers when always allowed, across a restart, and again for another source only', async () => {
    await allow(fromCalendar, 'allow-always', { flow: 'tool' })
    await open({ history: { ...forgetfulHistory, readFact: async () => kept } })
    await allow(fromCalendar, 'allow-always') // the tool's permission is stored separately
    expect(await goesOn(fromCalendar)).toBe(true)
    void decide({ readFrom: ['calendar', 'mail'] })
    expect(asked()?.newFlows).toEqual(['mail'])
  })

  it('permits only the calls when data sharing was not part of the approval', async () => {
    await allow(fromCalendar, 'allow-always')
    expect(await goesOn(fromCalendar)).toBe(false)
    expect(await goesOn({})).toBe(true)
  })

  it('permits sharing with this tool or all tools of the server, which still need their own permission', async () => {
    await allow({ toolName: 'look' }, 'allow-always')
    await allow(fromCalendar, 'allow-always', { flow: 'tool' })
    expect(await goesOn({ ...fromCalendar, toolName: 'look' })).toBe(false)
    await allow({ ...fromCalendar, readFrom: ['mail'] }, 'allow-always', { flow: 'server' })
    expect(await goesOn({ readFrom: ['mail'], toolName: 'look' })).toBe(true)
  })

  it('permits sharing with all tools of a permission for several tools', async () => {
    await allow(fromCalendar, 'allow-server-conversation', { flow: 'tool' })
    expect(await goesOn({ ...fromCalendar, toolName: 'look' })).toBe(true)
    expect(await goesOn({ ...fromCalendar, toolName: 'look', conversationId: 'd' })).toBe(false)
  })

  it('ends with the conversation when allowed for it', async () => {
    await allow({}, 'allow-always')
    await allow(fromCalendar, 'allow-conversation', { flow: 'tool' })
    expect(await goesOn(fromCalendar)).toBe(true)
    expect(await goesOn({ ...fromCalendar, conversationId: 'd' })).toBe(false)
    await gate.forgetConversation('c')
    expect(gate.view().flows).toEqual([])
  })

  it('ends at the set time', async () => {
    let now = 1_000
    await open({ now: () => now })
    await allow({}, 'allow-always')
    const conditions = [{ type: 'until' as const, at: 2_000 }]
    await allow(fromCalendar, 'allow-conversation', { flow: 'tool', conditions })
    expect(await goesOn(fromCalendar)).toBe(true)
    now = 2_000
    expect(await goesOn(fromCalendar)).toBe(false)
    expect(gate.view().flows?.[0]?.suspended).toBeDefined()
  })

  it('SEC-04 stops sharing when the approved number of calls is used up', async () => {
    await allow({}, 'allow-always')
    const conditions = [{ type: 'at-most' as const, calls: 2 }]
    await allow(fromCalendar, 'allow-conversation', { flow: 'tool', conditions })
    expect([await goesOn(fromCalendar), await goesOn(fromCalendar)]).toEqual([true, true])
    expect(gate.view().flows).toMatchObject([{ usesLeft: 0 }])
    expect(gate.view().flows?.[0]?.suspended).toBeDefined()
    expect(await goesOn(fromCalendar)).toBe(false)
    expect(await goesOn({})).toBe(true) // a call without such text doesn't need it
    await open()
    await allow({}, 'allow-always')
    expect(await goesOn(fromCalendar)).toBe(false)
  })

  it('counts calls that the user allows one by one, but not denied ones', async () => {
    await open()
    const conditions = [{ type: 'at-most' as const, calls: 2 }]
    await allow(fromCalendar, 'allow-conversation', { flow: 'server', conditions })
    await allow({ ...fromCalendar, toolName: 'look' }, 'deny')
    await allow({ ...fromCalendar, toolName: 'look' }, 'allow-once')
    expect(gate.view().flows).toMatchObject([{ usesLeft: 1 }])
  })

  it('SEC-04 does not cover text of a server whose permission ended during the question', async () => {
    await allow({ ...fromCalendar, toolName: 'look' }, 'allow-always', { flow: 'server' })
    const decided = decide({ readFrom: ['calendar', 'mail'] })
    expect(asked()?.newFlows).toEqual(['mail'])
    await gate.revokeFlow(gate.view().flows?.[0]?.id ?? '')
    await answer('allow-always', { flow: 'tool' })
    expect(asked()?.newFlows).toEqual(['calendar', 'mail'])
    expect(gate.view().flows).toEqual([])
    await answer('deny')
    expect((await decided).type).toBe('denied')
  })

  it('settles other calls that wait for the same permission', async () => {
    await allow({ toolName: 'look' }, 'allow-always')
    const first = decide(fromCalendar)
    const second = decide({ ...fromCalendar, toolName: 'look' })
    expect(gate.questions()).toHaveLength(2)
    await answer('allow-conversation', { flow: 'server' })
    expect(gate.questions()).toEqual([])
    expect([(await first).type, (await second).type]).toEqual(['allowed', 'allowed'])
  })

  it('is revoked per pair of servers, or with all permissions of the receiver', async () => {
    await allow(fromCalendar, 'allow-always', { flow: 'tool' })
    const [flow] = gate.view().flows ?? []
    expect(flow).toMatchObject({ from: 'calendar', to: 'shell', toolName: 'status', conversationId: null })
    await gate.revokeFlow(flow?.id ?? '')
    expect(await goesOn(fromCalendar)).toBe(false)
    await expect(gate.revokeFlow(flow?.id ?? '')).rejects.toMatchObject({ code: 'CONSENT_UNKNOWN_GRANT' })
    await allow(fromCalendar, 'allow-always', { flow: 'tool' })
    await gate.revokeGrants('shell')
    expect(gate.view()).toMatchObject({ grants: [], flows: [] })
  })

  it('SEC-04 uses the earlier of two end times and the lower of two counts', async () => {
    let now = 1_000
    await open({ now: () => now })
    await allow({}, 'allow-always')
    const ends = [3_000, 2_000].map((at) => ({ type: 'until' as const, at }))
    await allow(fromCalendar, 'allow-conversation', { flow: 'tool', conditions: ends })
    now = 1_999
    expect(await goesOn(fromCalendar)).toBe(true)
    now = 2_000
    expect(await goesOn(fromCalendar)).toBe(false)
    const counts = [5, 1].map((calls) => ({ type: 'at-most' as const, calls }))
    await allow(fromCalendar, 'allow-conversation', { flow: 'tool', conditions: counts })
    expect(gate.view().flows).toMatchObject([{ usesLeft: 1 }])
  })

  it('replaces the earlier permission when given again, no matter what remains of it', async () => {
    const conditions = (calls: number) => [{ type: 'at-most' as const, calls }]
    await allow(fromCalendar, 'allow-conversation', { flow: 'tool', conditions: conditions(1) })
    await goesOn(fromCalendar)
    await allow({ readFrom: ['mail'] }, 'allow-conversation', { flow: 'tool' })
    await allow(fromCalendar, 'allow-conversation', { flow: 'tool', conditions: conditions(2) })
    expect(gate.view().flows).toMatchObject([{ from: 'mail' }, { from: 'calendar', usesLeft: 2 }])
  })

  it('asks again about the oldest of more than a thousand permissions', async () => {
    await allow(fromCalendar, 'allow-always', { flow: 'tool' })
    const [flow] = JSON.parse(kept ?? '') as object[]
    kept = JSON.stringify(
      Array.from({ length: 1_000 }, (_, id) => ({ ...flow, id: `${id}`, from: `s-${id}` }))
    )
    await open()
    await allow({ readFrom: ['mail'] }, 'allow-always', { flow: 'tool' })
    const sources = gate.view().flows?.map(({ from }) => from) ?? []
    expect([sources.length, sources[0], sources.at(-1)]).toEqual([1_000, 's-1', 'mail'])
  })

  it("applies until Parley quits when it can't be saved", async () => {
    const writeFact = () => Promise.reject(new Error('full'))
    await open({ history: { ...forgetfulHistory, writeFact } })
    await allow({}, 'allow-always')
    const conditions = [{ type: 'at-most' as const, calls: 2 }]
    await allow(fromCalendar, 'allow-conversation', { flow: 'tool', conditions })
    expect([await goesOn(fromCalendar), await goesOn(fromCalendar)]).toEqual([true, true])
    expect(await goesOn(fromCalendar)).toBe(false)
  })

  it('survives revoking permissions of another receiver or conversation', async () => {
    await allow(fromCalendar, 'allow-conversation', { flow: 'tool' })
    await gate.revokeGrants('calendar')
    await gate.forgetConversation('d')
    expect(gate.view().flows).toHaveLength(1)
    await gate.forgetConversation('c')
    expect(gate.view().flows).toEqual([])
  })

  async function trust(fingerprint: string, serverName = 'shell'): Promise<void> {
    const nothing = { args: [], cwd: null, environmentNames: [], url: null, headerNames: [] }
    const act = { transport: 'stdio' as const, command: fingerprint, ...nothing }
    const signal = new AbortController().signal
    const candidate = { act, fingerprint, secrets: [] }
    const decided = gate.decideServerTrust({ serverName, warnings: [], ...candidate }, signal)
    await gate.answer(gate.questions()[0]?.id ?? '', { type: 'server-trust', decision: 'trust' })
    await decided
  }

  it('SEC-03: shows in the list which permissions are suspended, and why', async () => {
    let now = 1_000
    let forbidden: GrantScope[] = []
    await open({ now: () => now, forbiddenScopes: () => forbidden })
    await trust('own')
    await trust('theirs', 'calendar')
    await allow(fromCalendar, 'allow-always', { flow: 'tool' })
    const until = [{ type: 'until' as const, at: 2_000 }]
    await allow({ readFrom: ['mail'] }, 'allow-conversation', { flow: 'tool', conditions: until })
    const once = [{ type: 'at-most' as const, calls: 1 }]
    await allow({ readFrom: ['web'] }, 'allow-conversation', { flow: 'tool', conditions: once })
    const suspended = () =>
      gate.view().flows?.map(({ suspended: said }) => (said === undefined ? null : toEnglish(said)))
    expect(suspended()).toEqual([null, null, null])
    now = 2_000
    expect(await goesOn({ readFrom: ['web'] })).toBe(true)
    expect(suspended()).toEqual([null, 'Expired.', 'Call limit reached.'])
    forbidden = ['always']
    expect(suspended()?.[0]).toBe("This computer's policy forbids it.")
    forbidden = []
    await trust('others', 'calendar')
    expect(suspended()?.[0]).toBe(toEnglish(say('consent.serverDiffers')))
    await trust('theirs', 'calendar')
    expect(suspended()?.[0]).toBeNull()
    await gate.revokeTrust('shell')
    expect(suspended()?.[0]).toBe(toEnglish(say('consent.serverDiffers')))
  })

  it('SEC-11-5 is not needed for a receiver that the user exempted', async () => {
    await open({ isFlowExempt: (name, fingerprint) => name === 'shell' && fingerprint === 'own' })
    await trust('own')
    await allow({}, 'allow-always')
    expect(await goesOn(fromCalendar)).toBe(true)
  })

  it('SEC-11-5 asks about another program under an exempted name, and about a receiver that is not trusted', async () => {
    await open({ isFlowExempt: (name, fingerprint) => name === 'shell' && fingerprint === 'own' })
    await allow({}, 'allow-always')
    expect(await goesOn(fromCalendar)).toBe(false)
    await trust('other')
    await allow({}, 'allow-always')
    expect(await goesOn(fromCalendar)).toBe(false)
  })

  it("asks again when saved permissions can't be read", async () => {
    await allow({ ...fromCalendar, readFrom: ['mail'] }, 'allow-always', { flow: 'tool' })
    const [flow] = JSON.parse(kept ?? '') as object[]
    kept = JSON.stringify([{ from: 'calendar' }, flow])
    await open()
    expect(gate.view().flows).toMatchObject([{ from: 'mail' }])
    await allow({}, 'allow-always')
    expect(await goesOn(fromCalendar)).toBe(false)
  })
})
