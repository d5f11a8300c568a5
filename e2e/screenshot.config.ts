/** Playwright's settings for `readme-screenshot.ts`, which is no test and runs on demand only. */
import { defineConfig } from 'playwright/test'

// It is there for its picture.
process.env['PARLEY_E2E_PICTURES'] = '1'

export default defineConfig({
  testDir: '.',
  testMatch: 'readme-screenshot.ts',
  outputDir: '../test-results/screenshot',
  timeout: 300_000,
  workers: 1,
  reporter: 'line'
})
