import { expect, it } from 'vitest'
import { retryStyles } from './retry-styles'

const findSheet = () => document.head.querySelector('link')

it('reads a style sheet again that could not be read, once', () => {
  retryStyles()
  const link = document.createElement('link')
  // Without an address, because the page of a test reads no style sheets.
  link.rel = 'stylesheet'
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  const second = findSheet()
  expect(second).not.toBe(link)
  expect(second?.rel).toBe('stylesheet')
  second?.dispatchEvent(new Event('error'))
  expect(findSheet()).toBe(second)
  second?.remove()
})
