import { expect, test } from 'vitest'
import { pixelLimit } from './pdf-calls'
import { fitPage } from './pdf-fit'

test('draws a page as wide as requested', () => {
  expect(fitPage({ width: 595, height: 842 }, 1190)).toBe(2)
})

test.each([
  [{ width: 14_400, height: 14_400 }, 20_000],
  [{ width: 3, height: 14_400 }, 1_400],
  [{ width: 14_400, height: 1 }, 1_400],
  [{ width: 1e-6, height: 1e9 }, 1_400]
])('never draws a page of %o larger than memory allows', (size, width) => {
  const scale = fitPage(size, width)
  expect(scale * scale * size.width * size.height).toBeLessThanOrEqual(pixelLimit * 1.001)
  expect(scale * Math.max(size.width, size.height)).toBeLessThanOrEqual(8_000.001)
})
