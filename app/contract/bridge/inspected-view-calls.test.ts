import { expect, it } from 'vitest'
import { inspectedViewCalls, type InspectedContext } from './inspected-view-calls'

const context: InspectedContext = {
  theme: 'dark',
  tokens: { '--color-text-primary': '#fff' },
  displayMode: 'inline',
  width: 400,
  height: 300,
  locale: 'en',
  timeZone: 'Europe/Berlin',
  hasTouch: false,
  hasHover: true,
  safeArea: { top: 0, right: 0, bottom: 0, left: 0 }
}
const { input } = inspectedViewCalls['view.open-inspected']
const accepts = (changed: object) =>
  input.safeParse({ serverName: 'maps', toolName: 'show', context: { ...context, ...changed } }).success

it('takes how an app is to be shown, and nothing else', () => {
  expect(accepts({})).toBe(true)
  expect(accepts({ displayMode: 'everywhere' })).toBe(false)
  expect(accepts({ safeArea: { top: -1, right: 0, bottom: 0, left: 0 } })).toBe(false)
  expect(accepts({ token: 'secret' })).toBe(false)
})
