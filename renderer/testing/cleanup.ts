// Modules are loaded once for all files of tests: what Testing Library does once a file is done here after each test.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)
