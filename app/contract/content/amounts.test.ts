import { expect, test } from 'vitest'
import { moneyText, sizeText } from './amounts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [820, '820 bytes'],
  [12_345, '12 kB'],
  [3_000_000, '3.0 MB'],
  [4_718_592, '4.7 MB']
])('shows %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test.each([
  [5, 'USD', '$5.00'],
  [0.0105, 'EUR', '€0.0105'],
  [0, 'USD', '$0.00'],
  [0.00001, 'USD', '<\u00a0$0.0001']
])('shows %d %s as %s', (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text)
})

test("formats numbers in the user's language", () => {
  expect(sizeText(3_400_000, 'de')).toBe('3,4 MB')
  expect(moneyText(1_234.5, 'EUR', 'de')).toMatch(/^1\.234,50\s€$/u)
})
