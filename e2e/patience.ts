/**
 * How long a journey waits for what should come: this ends what hangs. Build machines are slow, up to ten times slower than a
 * desk, and what comes in time takes no longer for it.
 */
import type { ElectronApplication } from 'playwright/test'

export const patienceMs = 90_000

/** By themselves the waits of an app end after half a minute. */
export function bePatient(app: ElectronApplication): void {
  app.context().setDefaultTimeout(patienceMs)
  const wait = app.waitForEvent.bind(app) as (event: string, options: object) => Promise<unknown>
  const waitForEvent = (event: string, options: object = {}) =>
    wait(event, { timeout: patienceMs, ...options })
  Object.assign(app, { waitForEvent })
}
