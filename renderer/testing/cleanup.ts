// Modules are loaded once for all test files, so the cleanup that Testing Library does per file is done here after
// each test. Keys that a test left down are released.
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { soon } from '../../app/testing/soon'
// oxlint-disable-next-line no-restricted-imports -- the page loads it with its state
import '../../app/texts/render-localized'
import { loadStateParts } from '../ui/controls/late-part'

// Lazy chunks are compiled when a test first needs them.
configure({ asyncUtilTimeout: soon.timeout })

// As the page does before it takes the host's state.
beforeAll(loadStateParts)

afterEach(async () => {
  cleanup()
  for (const key of ['Enter', ' ']) window.dispatchEvent(new KeyboardEvent('keyup', { key }))
  await new Promise((resolve) => setTimeout(resolve))
})
