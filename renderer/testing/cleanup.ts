// Modules are loaded once for all files of tests: what Testing Library does once a file is done here after each test. Keys
// that a test left down are let go.
import { cleanup } from '@testing-library/react'
import * as React from 'react'
import { afterEach } from 'vitest'

/**
 * Each element that is made has React's development build take a stack, up to so many in a while; nothing here shows one, and
 * they are a tenth of what these tests compute.
 */
const internals: unknown = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })

afterEach(async () => {
  cleanup()
  for (const key of ['Enter', ' ']) window.dispatchEvent(new KeyboardEvent('keyup', { key }))
  await new Promise((resolve) => setTimeout(resolve))
})
