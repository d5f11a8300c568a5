import { expect, test } from 'vitest'
import { describeBlock } from './describe-block'

const link = {
  type: 'resource-link',
  uri: 'file:///plan.md',
  name: 'Plan',
  mimeType: 'text/markdown'
} as const

test('RES-23: the description of a resource that a tool points to reaches the model with it', () => {
  const described = describeBlock({ ...link, description: 'What we do in May' })
  expect(described).toBe('[link to resource file:///plan.md, named Plan: What we do in May]')
  expect(describeBlock({ ...link, description: null })).toBe('[link to resource file:///plan.md, named Plan]')
})
