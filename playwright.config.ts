// End-to-end tests in the real app. `electron` follows ELECTRON_OVERRIDE_DIST_PATH, and so does Playwright's launch.

import { defineConfig } from 'playwright/test'
import { provideElectron } from './scripts/electron/resolve.mjs'

// One resolution for all workers, which inherit the variable.
process.env.ELECTRON_OVERRIDE_DIST_PATH ??= (await provideElectron()).dist

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Windows that share one display and two processors disturb each other's focus and timing.
  workers: Number(process.env.PARLEY_E2E_WORKERS ?? 1),
  fullyParallel: false,
  // At the desk a test that fails once has failed. A shared machine gets a second try, and the summary names it.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line'], ['json', { outputFile: process.env.PARLEY_E2E_RESULTS ?? '.cache/results/e2e.json' }]],
  use: { trace: 'off' }
})
