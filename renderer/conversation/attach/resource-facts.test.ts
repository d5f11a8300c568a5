import { expect, test } from 'vitest'
import { sampleResource } from '../../testing/sample-offers'
import { resourceFacts } from './resource-facts'

test('RES-06: calls a folder a folder', () => {
  expect(resourceFacts(sampleResource({ mimeType: 'inode/directory', size: null }))).toEqual(['folder'])
  expect(resourceFacts(sampleResource({ mimeType: 'text/x', size: null }))).toEqual(['text/x'])
})
