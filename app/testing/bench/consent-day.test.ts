/** The figures that say how often a person is asked, held by a test: the bench only prints them. */
import { expect, it } from 'vitest'
import { countQuestions } from './consent-day'

it.each([
  ['as it is', { isShared: false, doAllAnswer: false }],
  ['on which text is passed on', { isShared: true, doAllAnswer: false }],
  ['on which every call gives text, with its flows', { isShared: true, doAllAnswer: true }]
])('SEC-11-5 a scripted day %s asks at most 30 % as often as asking each time', async (_what, day) => {
  const { asked, calls } = await countQuestions(day)
  expect(calls).toBe(200)
  expect(asked).toBeGreaterThan(0)
  expect(asked / calls).toBeLessThanOrEqual(0.3)
})
