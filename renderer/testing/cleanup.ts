// Modules are loaded once for all files of tests: what Testing Library does once a file is done here after each test. Keys
// that a test left down are let go, as a window that loses the focus does.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => {
  cleanup()
  window.dispatchEvent(new Event('blur'))
})
