import { isValidElement } from 'react'
import { expect, it } from 'vitest'
import { toElements } from './markdown-tree'

/** Every object that the elements hold. */
function listHeld(value: unknown, held: object[] = []): object[] {
  if (typeof value !== 'object' || value === null) return held
  held.push(value)
  const inner = isValidElement(value) ? value.props : value
  for (const one of Object.values(inner as object)) listHeld(one, held)
  return held
}

it.each([
  ['code', '```js title\nconst a = 1\n```'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
  ['a formula', '$$\nx^2\n$$'],
  ['a list', '- [x] **done** with [a link](https://example.com) and ![a picture](b.png)'],
  ['a heading', '# One\n\n> two']
])('keeps no parsed tree of %s', (_, source) => {
  const held = listHeld(toElements(source))
  expect(held.length).toBeGreaterThan(1)
  expect(held.filter((one) => 'tagName' in one || 'properties' in one)).toEqual([])
})
