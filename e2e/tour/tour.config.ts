/**
 * Playwright's settings for the tour through every view, which is no test and runs on demand only: `npm run
 * screens`.
 */
import { defineConfig } from 'playwright/test'

// It is there for its pictures.
process.env['PARLEY_E2E_PICTURES'] = '1'

export default defineConfig({
  testDir: '.',
  testMatch: '*.tour.ts',
  outputDir: '../../test-results/tour',
  workers: 1,
  // Axe takes as long for a view as its pictures, on a busy machine longer.
  timeout: 600_000,
  reporter: 'line'
})
