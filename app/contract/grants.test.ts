import { expect, it } from 'vitest'
import { grantCondition } from './grants'

it.each([
  [true, { type: 'one-of', pointer: '/mode', values: ['fast', 'slow', null] }],
  [false, { type: 'one-of', pointer: '/mode', values: [] }],
  [true, { type: 'at-most', calls: 1 }],
  [false, { type: 'at-most', calls: 0 }],
  [false, { type: 'at-most', calls: 1.5 }],
  [false, { type: 'until', at: 1, calls: 1 }],
  [false, { type: 'host-is', pointer: '/url', host: '' }]
])('answers %s to whether this is a condition of a permission: %o', (isCondition, condition) => {
  expect(grantCondition.safeParse(condition).success).toBe(isCondition)
})
