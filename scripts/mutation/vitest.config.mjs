// The tests that mutants are shown to: those of the area that is mutated, which PARLEY_MUTATED names. The whole suite
// would take days, and a fault that only a journey through everything notices is noticed too far away.

import { defineConfig } from 'vitest/config'
import base from '../../vitest.config'

const area = process.env.PARLEY_MUTATED
const [node] = base.test.projects

export default defineConfig({
  test: {
    testTimeout: 15_000,
    environment: 'node',
    // Only `app/mcp` and `app/auth` speak to servers; elsewhere that check would be loaded for nothing, each time.
    setupFiles: /^app\/(?:mcp|auth)$/u.test(area) ? node.test.setupFiles : [],
    include: [`${area}/**/*.test.ts`]
  }
})
