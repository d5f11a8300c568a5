import { expect, it } from 'vitest'
import { SecretRegistry } from '../../base/logger'
import { testFileLimits } from '../../contract/workbench/test-limits'
import { toEnglish } from '../../texts/render-localized'
import { runTest, type TestPlace } from './run-test'

const key = 'canary-0123456789'

function placeWith(text: string): TestPlace {
  const secretRegistry = new SecretRegistry()
  secretRegistry.add(key)
  const areas = {
    consent: { userBegan: () => {}, onQuestionsChanged: () => () => {} },
    servers: { readResource: async () => [{ text }], readLog: () => [] }
  }
  const place = { serverName: 'notes', model: null, conversationId: 'c', rootId: 'r' }
  return { ...place, areas, ports: { now: () => 0, secretRegistry, mcp: {} } } as never
}

it.each([{ equals: 'The key is [secret].' }, { equals: `The key is ${key}.` }])(
  'compares results and expectations without secrets: %j',
  async (expect_) => {
    const end = await runTest({ name: 'a', read: 'x:y', expect: expect_ }, placeWith(`The key is ${key}.`))
    expect(end).toMatchObject({ state: 'passed', failures: [] })
  }
)

it('keeps no part of a secret with a failed test', async () => {
  const texts = [`${'x'.repeat(190)} ${key}`, `${'x'.repeat(3_990)} ${key}`]
  for (const text of texts) {
    const { received, failures } = await runTest(
      { name: 'a', read: 'x:y', expect: { equals: 'no' } },
      placeWith(text)
    )
    expect(received.length).toBeGreaterThan(190)
    expect([received, ...failures.map(toEnglish)].join()).not.toContain('cana')
  }
})

it('tells calls apart that differ late, and counts more than it keeps', async () => {
  const end = async (texts: readonly string[]) => {
    const place = placeWith('')
    const parts = texts.map((text) => ({ type: 'tool-call', toolName: 'add', arguments: { text } }))
    const answer = { role: 'assistant', state: 'complete', parts, usage: null }
    const nothing = async () => {}
    const conversations = {
      marks: { setChoices: nothing, settled: nothing },
      ...{ showBranch: nothing, edit: nothing },
      read: async () => ({ messages: [answer] })
    }
    const areas = { ...place.areas, conversations, servers: { list: () => [], readLog: () => [] } }
    return await runTest({ name: 'a', task: 'Add.' }, { ...place, model: 'a/b', areas } as never)
  }
  const long = 'x'.repeat(300)
  const { calls = [], callCount } = await end([`${long}1`, `${long}2`, `${long}1`, 'short'])
  expect(calls[0]).not.toBe(calls[1])
  expect(calls[0]).toBe(calls[2])
  expect(calls[3]).toBe('add {"text":"short"}')
  expect(callCount).toBeUndefined()
  const many = await end(Array.from({ length: testFileLimits.keptCalls + 5 }, String))
  expect(many).toMatchObject({
    calls: { length: testFileLimits.keptCalls },
    callCount: testFileLimits.keptCalls + 5
  })
})
