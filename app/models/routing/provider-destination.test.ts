import { expect, it } from 'vitest'
import { hasOwnAddress } from './provider-destination'
import { readyMadeServices } from './providers'

const isOwn = (name: string, baseUrl: string) =>
  hasOwnAddress(name, { type: 'openai-compatible', baseUrl }, { environment: {} })

const withKey = readyMadeServices({}).filter(({ keyExample }) => keyExample !== null)
const withoutKey = readyMadeServices({}).filter(({ keyExample }) => keyExample === null)

it.each(withKey)('typing a key for $title is a yes to its address', ({ name, baseUrl }) => {
  expect(isOwn(name, baseUrl)).toBe(true)
})

it.each(withoutKey)(
  'SEC-11-1 typing a key for $title is none: anybody on this computer could stand at its port',
  ({ name, baseUrl }) => {
    expect(isOwn(name, baseUrl)).toBe(false)
  }
)

it('SEC-11-1 a key typed for one service is no yes to the address of another, whatever the settings file says', () => {
  expect(isOwn('openai', 'https://openrouter.ai/api/v1')).toBe(false)
  expect(isOwn('anthropic', 'https://openrouter.ai/api/v1')).toBe(false)
})

it.each([
  'https://api.openai.com.evil.example/v1',
  'https://api.openai.com/v1/../../evil',
  'http://api.openai.com/v1',
  'http://127.0.0.1:11435/v1'
])('SEC-11-1 typing a key for %s is none', (baseUrl) => {
  expect(isOwn('openai', baseUrl)).toBe(false)
})
