/**
 * How long a journey waits for expected events. Only what hangs uses it up. Build machines are up to ten times
 * slower than a desktop.
 */
import type { ElectronApplication } from 'playwright/test'

export const patienceMs = 90_000

/** Without this, an app's waits end after half a minute. */
export function bePatient(app: ElectronApplication): void {
  app.context().setDefaultTimeout(patienceMs)
  const wait = app.waitForEvent.bind(app) as (event: string, options: object) => Promise<unknown>
  const waitForEvent = (event: string, options: object = {}) =>
    wait(event, { timeout: patienceMs, ...options })
  Object.assign(app, { waitForEvent })
}
