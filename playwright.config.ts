// End-to-end tests in the real app. `electron` follows ELECTRON_OVERRIDE_DIST_PATH, and so does Playwright's launch.

import { defineConfig } from 'playwright/test'
import { provideElectron } from './scripts/electron/resolve.mjs'

// One resolution for all workers, which inherit the variable.
process.env.ELECTRON_OVERRIDE_DIST_PATH ??= (await provideElectron()).dist

const displays = (process.env.PARLEY_E2E_DISPLAYS ?? '').split(' ').filter(Boolean)

// A worker reads this file too. Everything it starts shows on its own display, the app that stays open on another.
const places = Math.floor(displays.length / 2)
const place = Number(process.env.TEST_PARALLEL_INDEX) % places
if (displays[place] !== undefined) {
  process.env.DISPLAY = displays[place]
  process.env.PARLEY_E2E_OTHER_DISPLAY = displays[places + place]
}

export default defineConfig({
  testDir: 'e2e',
  // On demand only: `npm run test:packaged`, `npm run test:installed`, `npm run services`.
  testIgnore: ['**/e2e/packaged/**', '**/e2e/installed/**', '**/e2e/services/**'],
  outputDir: 'test-results',
  // Windows that share a display take each other's focus.
  workers: Number(process.env.PARLEY_E2E_WORKERS ?? Math.max(places, 1)),
  // Otherwise the last file would keep one worker busy while the others wait.
  fullyParallel: true,
  // At the desk a test that fails once has failed. A shared machine gets a second try, and the summary names it.
  retries: process.env.CI ? 1 : 0,
  // It ends what hangs; in `npm test` the unit tests run beside the journeys.
  timeout: 300_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line'], ['json', { outputFile: process.env.PARLEY_E2E_RESULTS ?? '.cache/results/e2e.json' }]],
  use: { trace: 'off' }
})
