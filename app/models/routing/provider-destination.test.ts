import { expect, it } from 'vitest'
import { hasOwnAddress } from './provider-destination'
import { readyMadeServices } from './providers'

const isOwn = (baseUrl: string) => hasOwnAddress({ type: 'openai-compatible', baseUrl }, { environment: {} })

it.each(readyMadeServices({}))('typing a key for $title is a yes to its address', ({ baseUrl }) => {
  expect(isOwn(baseUrl)).toBe(true)
})

it.each([
  'https://api.openai.com.evil.example/v1',
  'https://api.openai.com/v1/../../evil',
  'http://api.openai.com/v1',
  'http://127.0.0.1:11435/v1'
])('SEC-11-1: typing a key for %s is none', (baseUrl) => {
  expect(isOwn(baseUrl)).toBe(false)
})
