/** How often Parley asks on a scripted day. docs/permissions.md has the figures. */
import { expect, it } from 'vitest'
import { countQuestions } from './consent-day'

it('asks only once for each host that a scripted day with sandboxed servers needs', async () => {
  const day = { isShared: true, doAllAnswer: true }
  const [plain, contained] = [await countQuestions(day), await countQuestions({ ...day, isContained: true })]
  expect(plain.hostsAsked).toBe(0)
  expect(contained.hostsAsked).toBe(4)
  expect(contained.asked - plain.asked).toBe(contained.hostsAsked)
  expect(contained.asked / contained.calls).toBeLessThanOrEqual(0.3)
})

it.each([
  ['as it is', { isShared: false, doAllAnswer: false }],
  ['on which text is passed on', { isShared: true, doAllAnswer: false }],
  ['on which every call gives text, with its flows', { isShared: true, doAllAnswer: true }]
])('SEC-11-5 asks on a scripted day %s at most 30 % as often as asking each time', async (_what, day) => {
  const { asked, calls } = await countQuestions(day)
  expect(calls).toBe(200)
  expect(asked).toBeGreaterThan(0)
  expect(asked / calls).toBeLessThanOrEqual(0.3)
})
