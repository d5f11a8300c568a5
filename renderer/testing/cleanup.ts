// Modules are loaded once for all test files, so the cleanup that Testing Library does per file is done here after
// each test. Keys that a test left down are released.
import { act, cleanup, configure, getConfig } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll } from 'vitest'
import { soon } from '../../app/testing/soon'
// oxlint-disable-next-line no-restricted-imports -- the page loads it with its state
import '../../app/texts/render-localized'
import { loadStateParts } from '../ui/controls/late-part'

// Lazy chunks are compiled when a test first needs them.
const { asyncWrapper } = getConfig()
configure({
  asyncUtilTimeout: soon.timeout,
  // A wait can find what a component has drawn before its effects ran: it would then miss the change that follows.
  asyncWrapper: async (run) => {
    const found = await asyncWrapper(run)
    runEffects()
    return found
  }
})

/** React runs all effects that are left before it draws something else. */
function runEffects(): void {
  act(() => createRoot(document.createElement('div')).render(null))
}

// As the page does before it takes the host's state.
beforeAll(loadStateParts)

afterEach(async () => {
  cleanup()
  for (const key of ['Enter', ' ']) window.dispatchEvent(new KeyboardEvent('keyup', { key }))
  await new Promise((resolve) => setTimeout(resolve))
})
