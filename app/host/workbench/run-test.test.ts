import { expect, it } from 'vitest'
import { SecretRegistry } from '../../base/logger'
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
