import { beforeEach, describe, expect, it } from 'vitest'
import { createLogger, SecretRegistry } from '../../base/logger'
import type { LogRecord } from '../../base/logger'
import { describeDestination } from '../../net/destination'
import { createForgetfulApprovals, forgetfulHistory } from '../../testing/forgetful-approvals'

const owner = { kind: 'server' as const, name: 'bank', host: null }
const destination = (name: string) =>
  describeDestination({
    kind: 'model',
    name,
    type: 'anthropic',
    address: 'https://models.example',
    values: [[null, '${secret:key}']],
    ownReason: null
  })

let facts: Map<string, string>
let warned: string[]

beforeEach(() => {
  facts = new Map()
  warned = []
})

async function open() {
  const history = {
    ...forgetfulHistory,
    readFact: async (name: string) => facts.get(name) ?? null,
    writeFact: async (name: string, value: string) => void facts.set(name, value)
  }
  const note = ({ level, fields }: LogRecord) =>
    void (level === 'warn' && warned.push(String(fields?.['fact'])))
  const log = createLogger(note, { secrets: new SecretRegistry(), now: () => 0 })
  const gate = createForgetfulApprovals({ history, log })
  await gate.load()
  return gate
}

function spoil(fact: string, broken: unknown): void {
  const rows = JSON.parse(facts.get(fact) ?? '') as unknown[]
  facts.set(fact, JSON.stringify([broken, ...rows]))
}

describe('saved destinations', () => {
  it("skips a row that can't be read and keeps the others", async () => {
    const gate = await open()
    await gate.destinations.accept(destination('one'))
    await gate.destinations.typed('other', owner)
    spoil('trusted-destinations', { act: { kind: 'model', name: 'two' }, fingerprint: 1 })
    spoil('secret-owners', ['key', 'everybody'])
    const again = await open()
    expect(again.destinations.isTrusted(destination('one'))).toBe(true)
    expect(again.destinations.isTrusted(destination('two'))).toBe(false)
    expect(again.view().trustedDestinations).toHaveLength(1)
    expect(warned).toEqual(['trusted-destinations', 'secret-owners'])
    const candidate = { fingerprint: 'f', act: programAct, secrets: ['other'] }
    void again.decideServerTrust(
      { serverName: 'notes', warnings: [], ...candidate },
      new AbortController().signal
    )
    expect(JSON.stringify(again.questions())).toContain('bank')
  })

  it.each(['', '{', '{}', 'null'])(
    'treats text that is not a list as empty and reads the rest: %j',
    async (text) => {
      const gate = await open()
      await gate.destinations.typed('other', owner)
      facts.set('trusted-destinations', text)
      const again = await open()
      expect(again.view().trustedDestinations).toEqual([])
      expect(warned).toHaveLength(1)
    }
  )
})

const programAct = {
  transport: 'stdio' as const,
  command: 'node',
  args: [],
  cwd: null,
  environmentNames: [],
  url: null,
  headerNames: []
}
