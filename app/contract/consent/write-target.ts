/** The file that a call would write, as it is now. */
import { z } from 'zod'

/**
 * - `there`: with its text.
 * - `new`: nothing is there yet.
 * - `outside`: it lies in no folder that the person gave to the server, so nobody looked.
 * - `unreadable`: no text, or too long.
 */
export const writeTarget = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('there'), text: z.string() }),
  z.strictObject({ state: z.literal('new') }),
  z.strictObject({ state: z.literal('outside') }),
  z.strictObject({ state: z.literal('unreadable') })
])
export type WriteTarget = z.infer<typeof writeTarget>

/** Calls beside the answers of questions. */
export const consentCalls = {
  /** For a call that would write a file: what stands there now, where the person gave its folder to the server. */
  'consent.read-target': {
    input: z.strictObject({ questionId: z.string().min(1).max(64) }),
    output: writeTarget
  },
  /** Gives the permission that is offered after equal yeses. @throws CONSENT_UNKNOWN_QUESTION where it is offered no longer */
  'consent.take-habit': { input: z.strictObject({ habitId: z.string().min(1).max(64) }), output: z.null() },
  /** The person wants to be asked on: it isn't offered again in this run. @throws CONSENT_UNKNOWN_QUESTION */
  'consent.leave-habit': { input: z.strictObject({ habitId: z.string().min(1).max(64) }), output: z.null() },
  /** Writes the approved definitions of tools into the lock file beside the settings. */
  'consent.export-pins': {
    input: z.strictObject({}),
    output: z.strictObject({ path: z.string(), toolCount: z.number() })
  },
  /** Takes over what the lock file beside the settings says. It grants nothing. @throws CONSENT_INVALID_LOCK_FILE */
  'consent.import-pins': {
    input: z.strictObject({}),
    output: z.strictObject({ path: z.string(), addedCount: z.number(), changedCount: z.number() })
  }
} as const
