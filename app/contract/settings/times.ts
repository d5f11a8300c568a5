/** Durations in settings, in milliseconds. */
import { z } from 'zod'

/** Node's timers fire at once above 2^31-1 ms; a day is enough. */
const longestTimeoutMs = 86_400_000
export const timeLimitSchema = z.int().min(1).max(longestTimeoutMs)
/** 0: never. */
export const restTime = z.int().min(0).max(longestTimeoutMs)

/** Pings more often than once a second would be a burden for the connection. */
export const pingInterval = z
  .int()
  .max(longestTimeoutMs)
  .check((context) => {
    if (context.value === 0 || context.value >= 1_000) return
    const message =
      '"pingIntervalMs" must be 0 (the server is never asked) or at least 1000. Change the value.'
    context.issues.push({ code: 'custom', message, input: context.value })
  })
  .meta({ anyOf: [{ const: 0 }, { minimum: 1_000 }] })
