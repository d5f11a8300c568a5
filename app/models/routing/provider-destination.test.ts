import { expect, it } from 'vitest'
import { hasOwnAddress } from './provider-destination'
import { readyMadeServices } from './providers'

const isOwn = (name: string, baseUrl: string) =>
  hasOwnAddress(name, { type: 'openai-compatible', baseUrl }, { environment: {} })

const withKey = readyMadeServices({}).filter(({ keyExample }) => keyExample !== null)
const withoutKey = readyMadeServices({}).filter(({ keyExample }) => keyExample === null)

it.each(withKey)('approves the address of $title when its key is entered', ({ name, baseUrl }) => {
  expect(isOwn(name, baseUrl)).toBe(true)
})

it.each(withoutKey)(
  'SEC-11-1 does not approve the local address of $title by an entered key, because any program could listen on its port',
  ({ name, baseUrl }) => {
    expect(isOwn(name, baseUrl)).toBe(false)
  }
)

it('SEC-11-1 does not approve the address of one service by a key for another, even if the settings file says so', () => {
  expect(isOwn('openai', 'https://openrouter.ai/api/v1')).toBe(false)
  expect(isOwn('anthropic', 'https://openrouter.ai/api/v1')).toBe(false)
})

it.each([
  'https://api.openai.com.evil.example/v1',
  'https://api.openai.com/v1/../../evil',
  'http://api.openai.com/v1',
  'http://127.0.0.1:11435/v1'
])('SEC-11-1 does not approve the address when a key is entered for %s', (baseUrl) => {
  expect(isOwn('openai', baseUrl)).toBe(false)
})
