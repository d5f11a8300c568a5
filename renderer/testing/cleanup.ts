// Modules are loaded once for all files of tests: what Testing Library does once a file is done here after each test. Keys
// that a test left down are let go.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(async () => {
  cleanup()
  for (const key of ['Enter', ' ']) window.dispatchEvent(new KeyboardEvent('keyup', { key }))
  await new Promise((resolve) => setTimeout(resolve))
})
