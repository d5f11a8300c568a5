/** Variables that Electron removes from the environment are available to programs that the user runs. */
import { afterEach, expect, it, vi } from 'vitest'

const before = process.env
afterEach(() => {
  process.env = before
  vi.doUnmock('node:fs')
  vi.resetModules()
})

/** `first`: what the system keeps of the start; null: this system keeps nothing. */
async function read(first: string | null, now: Readonly<Record<string, string>>) {
  process.env = { ...now }
  const readFileSync = () => {
    if (first === null) throw new Error('no such file')
    return first
  }
  vi.doMock('node:fs', () => ({ default: { readFileSync } }))
  return { environment: (await import('./environment')).environment, left: process.env }
}

it('has the file of extra certificates that the start had, and no other removed variable', async () => {
  const first = 'HOME=/home/me\0NODE_EXTRA_CA_CERTS=/etc/our=company.pem\0NODE_OPTIONS=--inspect\0'
  const { environment, left } = await read(first, { HOME: '/home/me', API_KEY: 'x' })
  expect(environment).toEqual({
    HOME: '/home/me',
    API_KEY: 'x',
    NODE_EXTRA_CA_CERTS: '/etc/our=company.pem'
  })
  expect(left).toEqual({ HOME: '/home/me' })
})

it.each([
  ['if the variable is still there', 'NODE_EXTRA_CA_CERTS=/old.pem\0', { NODE_EXTRA_CA_CERTS: '/now.pem' }],
  ["if the variable wasn't set", 'HOME=/home/me\0', { HOME: '/home/me' }],
  ['on a system that keeps nothing', null, { HOME: '/home/me' }]
])('is the current environment %s', async (_where, first, now) => {
  expect((await read(first, now)).environment).toEqual(now)
})
