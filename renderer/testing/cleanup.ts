// Modules are loaded once for all test files, so the cleanup that Testing Library does per file is done here after
// each test. Keys that a test left down are released.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { soon } from '../../app/testing/soon'

// Lazy chunks are compiled when a test first needs them.
configure({ asyncUtilTimeout: soon.timeout })

afterEach(async () => {
  cleanup()
  for (const key of ['Enter', ' ']) window.dispatchEvent(new KeyboardEvent('keyup', { key }))
  await new Promise((resolve) => setTimeout(resolve))
})
