/** Playwright's settings for `readme-screenshot.ts`, which is no test and runs on demand only. */
import { defineConfig } from 'playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: 'readme-screenshot.ts',
  outputDir: '../test-results/screenshot',
  workers: 1,
  reporter: 'line'
})
