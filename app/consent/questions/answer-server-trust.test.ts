/** Allowing less than a server asks for: what counts as less, and what is then allowed. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import type { LeftPermissions } from '../../contract/server-trust'
import type { ServerAct } from '../../contract/server-act'
import type { ApprovalsControl } from '../approvals/approvals'
import type { TrustCandidate } from '../interface'
import { createForgetfulApprovals } from '../../testing/forgetful-approvals'

const asked: SandboxChoices = {
  read: ['/notes'],
  write: ['/drafts'],
  hosts: ['api.example'],
  listens: [8_000],
  masked: { KEY: ['api.example', 'db.example'] }
}
const act: ServerAct = {
  transport: 'stdio',
  command: 'node',
  args: ['notes.js'],
  cwd: null,
  url: null,
  headerNames: [],
  environmentNames: ['KEY', 'OTHER'],
  containment: asked
}
const candidate: TrustCandidate = { fingerprint: 'all', act, secrets: [] }
const less: TrustCandidate = { ...candidate, fingerprint: 'less' }

let gate: ApprovalsControl
let written: LeftPermissions[]
let narrowed: TrustCandidate | null
beforeEach(() => {
  gate = createForgetfulApprovals()
  written = []
  narrowed = less
})

const ask = (proposedHosts: string[] = []) =>
  gate.decideServerTrust(
    {
      ...candidate,
      serverName: 'notes',
      warnings: [],
      proposedHosts,
      narrowing: { candidate: () => narrowed, write: async (left) => void written.push(left) }
    },
    new AbortController().signal
  )
const leave = (change: Partial<SandboxChoices>, withoutVariables: readonly string[] = []) =>
  gate.answer(gate.questions()[0]?.id ?? '', {
    type: 'server-trust',
    decision: 'trust',
    left: { containment: { ...asked, ...change }, withoutVariables: [...withoutVariables] }
  })

describe('a suggested host', () => {
  it('is allowed when the answer includes it', async () => {
    void ask(['known.example', 'other.example'])
    await leave({ hosts: ['api.example', 'known.example'] })
    expect(written.map(({ containment }) => containment?.hosts)).toEqual([['api.example', 'known.example']])
    expect(gate.isTrusted('notes', less)).toBe(true)
  })

  it('is not allowed by a plain approval', async () => {
    void ask(['known.example'])
    await gate.answer(gate.questions()[0]?.id ?? '', { type: 'server-trust', decision: 'trust' })
    expect(written).toEqual([])
    expect(gate.view().trustedServers[0]?.act.containment?.hosts).toEqual(['api.example'])
  })

  it.each(['foreign.example', '*.known.example', 'sub.known.example', 'known.example:8443'])(
    'is the only kind of host that may be added: refuses %s',
    async (host) => {
      void ask(['known.example'])
      await expect(leave({ hosts: ['api.example', host] })).rejects.toMatchObject({
        code: 'BRIDGE_INVALID_INPUT'
      })
      expect(written).toEqual([])
    }
  )
})

describe('allowing less than a server asks for', () => {
  it.each<[what: string, change: Partial<SandboxChoices>, withoutVariables?: readonly string[]]>([
    ['no folder', { read: [], write: [] }],
    ['a folder inside', { read: ['/notes/part'] }],
    ['reading what it asked to write', { read: ['/drafts'], write: [] }],
    ['no host', { hosts: [] }],
    ['no port', { listens: [] }],
    ['a secret at fewer hosts', { masked: { KEY: ['db.example'] } }],
    ['using a secret instead of getting it', { masked: { ...asked.masked, OTHER: ['api.example'] } }],
    ['no secret', { masked: {} }, ['KEY']]
  ])(
    'writes %s to the entry and trusts that entry, not the original one',
    async (_, change, withoutVariables) => {
      void ask()
      await leave(change, withoutVariables)
      expect(written).toEqual([
        { containment: { ...asked, ...change }, withoutVariables: withoutVariables ?? [] }
      ])
      expect(gate.isTrusted('notes', less)).toBe(true)
      expect(gate.isTrusted('notes', candidate)).toBe(false)
    }
  )

  it.each<[what: string, change: Partial<SandboxChoices>, withoutVariables?: readonly string[]]>([
    ['another folder', { read: ['/letters'] }],
    ['a folder whose name only starts the same', { read: ['/notes-of-others'] }],
    ['a parent folder', { read: ['/'] }],
    ['a path that leaves it', { read: ['/notes/../letters'] }],
    ['writing what it asked to read', { write: ['/notes'] }],
    ['another host', { hosts: ['api.example', 'evil.example'] }],
    ['all hosts below it', { hosts: ['*.api.example'] }],
    ['another port', { listens: [8_000, 9_000] }],
    ['install scripts', { installScripts: true }],
    ['more memory', { memoryMb: 4_096 }],
    ['getting a secret instead of using it', { masked: {} }],
    ['a secret at another host', { masked: { KEY: ['evil.example'] } }],
    ['a secret at no host', { masked: { KEY: [] } }],
    ['a secret at all hosts below one', { masked: { ...asked.masked, OTHER: ['*.example'] } }],
    ['a variable that it doesn’t have', {}, ['PATH']]
  ])('refuses %s and saves nothing', async (_, change, withoutVariables) => {
    void ask()
    await expect(leave(change, withoutVariables)).rejects.toThrow(/what the question shows, or less/)
    expect(written).toEqual([])
    expect(gate.isTrusted('notes', less)).toBe(false)
    expect(gate.questions()).toHaveLength(1)
  })

  it('asks again when the entry has changed', async () => {
    narrowed = null
    void ask()
    const before = gate.questions()[0]?.id
    await leave({ read: [] })
    await Promise.resolve()
    expect(gate.questions().map(({ id }) => id)).not.toEqual([before])
    expect([written, gate.isTrusted('notes', less)]).toEqual([[], false])
  })

  it('trusts the entry unchanged when nothing was removed', async () => {
    const decided = ask()
    await leave({})
    expect(await decided).toEqual({ type: 'trusted' })
    expect([written, gate.isTrusted('notes', candidate)]).toEqual([[], true])
  })
})
