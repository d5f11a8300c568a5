// Unit and integration tests, next to what they test: everything without a page in plain Node, the renderer in
// happy-dom.

import react from '@vitejs/plugin-react'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ensureTexts } from './scripts/setup/texts.mjs'

// Also for direct calls of vitest.
await ensureTexts()

/** Ends tests that hang. It is set here, because projects ignore this option of the command line. */
const limitMs = Number(process.env['PARLEY_UNIT_LIMIT_MS'] ?? 45_000)

export default defineConfig({
  test: {
    // Two processors are common on build machines; more workers only make each other slow there. `npm test`, where a test
    // has all the time that it needs, says another number.
    maxWorkers: Number(
      process.env['PARLEY_UNITS_AT_ONCE'] ?? Math.max(2, Math.floor(availableParallelism() / 2))
    ),
    testTimeout: limitMs,
    hookTimeout: limitMs,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    coverage: { include: ['app/**'], exclude: ['**/*.test.ts'], reportsDirectory: 'coverage' },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Loading the modules again for each file would take half as long as the tests. No module keeps state.
          isolate: false,
          setupFiles: ['app/testing/check-outgoing.ts'],
          include: ['{app,main,preload}/**/*.test.ts', 'scripts/**/*.test.mjs']
        }
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['renderer/testing/cleanup.ts'],
          include: ['renderer/**/*.test.{ts,tsx}']
        }
      }
    ]
  }
})
