// Modules are loaded once for all files of tests: what Testing Library does once a file is done here after each test. Keys
// that a test left down are let go.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { soon } from '../../app/testing/soon'

// Lazy chunks are compiled when a test asks for them first.
configure({ asyncUtilTimeout: soon.timeout })

afterEach(async () => {
  cleanup()
  for (const key of ['Enter', ' ']) window.dispatchEvent(new KeyboardEvent('keyup', { key }))
  await new Promise((resolve) => setTimeout(resolve))
})
