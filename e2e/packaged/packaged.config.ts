/** Playwright's settings for the packaged app, which `scripts/packaged.mjs` builds and names first. */
import { defineConfig } from 'playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/packaged',
  workers: 1,
  timeout: 240_000,
  use: { actionTimeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: process.env['PARLEY_E2E_RESULTS'] ?? '' }]]
})
