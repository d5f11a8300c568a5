/**
 * Playwright's settings for `npm run services`: parts are files `NAME.services.ts`, which `scripts/services.mjs`
 * prepares.
 */
import { defineConfig } from 'playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.services.ts',
  outputDir: '../../test-results/services',
  // Each part starts its service once.
  workers: 1,
  // Only what hangs uses it up: a first start of a service may take minutes.
  timeout: 600_000,
  reporter: [['line'], ['json', { outputFile: process.env['PARLEY_E2E_RESULTS'] ?? '' }]]
})
