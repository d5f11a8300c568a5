/** Playwright's settings for the installed package, which `scripts/installed.mjs` builds and names first. */
import { defineConfig } from 'playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/installed',
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 120_000 },
  reporter: [['line'], ['json', { outputFile: process.env['PARLEY_E2E_RESULTS'] ?? '' }]]
})
