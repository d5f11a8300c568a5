import { expect, it } from 'vitest'
import { findAppLink } from './find-app-link'

it('an address of the own scheme is found at the end of the arguments, and nothing else', () => {
  expect(findAppLink(['/opt/parley', '--flag', 'parley://callback?code=a'])).toBe('parley://callback?code=a')
  expect(findAppLink(['/opt/parley', 'parley://callback', '--flag'])).toBeNull()
  expect(findAppLink(['/opt/parley', 'https://callback'])).toBeNull()
  expect(findAppLink([])).toBeNull()
})
