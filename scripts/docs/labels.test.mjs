import { expect, it } from 'vitest'
import { listTexts, unknownLabels } from './labels.mjs'

it('finds what the window does not say', () => {
  const page = 'Press **Save**, then **Run away**.\n\n| **Stop** | ends *it* |'
  const texts = new Set(listTexts({ save: 'Save', more: { stop: 'Stop' } }))
  expect(unknownLabels(page, texts)).toEqual(['the window has no “Run away”'])
})
