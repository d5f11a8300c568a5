/** The current state of the file that a call would write. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { defineCall } from '../approval/call-row'

/**
 * - `there`: with its text.
 * - `new`: the file doesn't exist yet.
 * - `outside`: not in a folder that the user gave to the server, so Parley didn't look.
 * - `unreadable`: not text, or too long.
 */
export const writeTarget = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('there'), text: z.string() }),
  z.strictObject({ state: z.literal('new') }),
  z.strictObject({ state: z.literal('outside') }),
  z.strictObject({ state: z.literal('unreadable') })
])
export type WriteTarget = z.infer<typeof writeTarget>

/** Consent calls except the answers to questions. */
export const consentCalls = {
  /** For a call that would write a file: its current content, if the user gave the folder to the server. */
  'consent.read-target': {
    // Reads from a folder that the server may read anyway, only while the user is present.
    approval: needs('reveals', 'present'),
    input: z.strictObject({ questionId: z.string().min(1).max(64) }),
    output: writeTarget
  },
  /**
   * Gives the suggested permission, or dismisses the suggestion until Parley restarts. @throws CONSENT_UNKNOWN_QUESTION if it is no
   * longer suggested
   */
  'consent.answer-suggestion': defineCall({
    approval: ({ suggestionId, isAccepted }) =>
      isAccepted ? { ...needs('permits', 'in-place'), place: suggestionId } : null,
    input: z.strictObject({ suggestionId: z.string().min(1).max(64), isAccepted: z.boolean() }),
    output: z.null()
  }),
  /** Writes the approved tool definitions to the lock file next to the settings. */
  'lock-file.export': {
    approval: null,
    input: z.strictObject({}),
    output: z.strictObject({ path: z.string(), toolCount: z.number() })
  },
  /** Imports the lock file next to the settings. Gives no permission. @throws CONSENT_INVALID_LOCK_FILE */
  'lock-file.import': {
    // Grants nothing: Parley asks about a tool that differs.
    approval: null,
    input: z.strictObject({}),
    output: z.strictObject({ path: z.string(), addedCount: z.number(), changedCount: z.number() })
  }
} as const
