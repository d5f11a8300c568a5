import { expect, it } from 'vitest'
import { countContentTokens } from './request-size'

const picture = (beginning: string) => {
  const data = beginning.padEnd(5_000_000, 'A')
  return countContentTokens([{ type: 'block', block: { type: 'image', mimeType: 'image/png', data } }])
}

it("counts a picture at the models' rate, and an unsupported one as the note that replaces it", () => {
  expect(picture('iVBORw0KGgo')).toBeGreaterThan(1_000)
  expect(picture('iVBORw0KGgo')).toBeLessThan(2_000)
  expect(picture('SUkqAAgA')).toBeLessThan(50)
})
