/** Playwright's settings for `npm run compat`, which runs on demand only. */
import { defineConfig } from 'playwright/test'

const displays = (process.env['PARLEY_E2E_DISPLAYS'] ?? '').split(' ').filter(Boolean)
const places = Math.floor(displays.length / 2)
const place = Number(process.env['TEST_PARALLEL_INDEX']) % places
if (displays[place] !== undefined) {
  process.env['DISPLAY'] = displays[place]
  process.env['PARLEY_E2E_OTHER_DISPLAY'] = displays[places + place]
}

export default defineConfig({
  testDir: '.',
  testMatch: ['every-server.ts', 'every-app.ts'],
  outputDir: '../../test-results/compat',
  workers: Math.max(places, 1),
  fullyParallel: true,
  // A large package on a slow network.
  timeout: 900_000,
  reporter: [['line']]
})
