/** Whether this computer can sandbox programs. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { defineCall } from '../approval/call-row'
import { localizedText } from '../json'
import { serverName } from '../servers'

export const sandboxView = z.strictObject({
  /** Whether programs can be sandboxed on this computer, as tested at run time. */
  canContain: z.boolean(),
  /** Terminal command that makes the sandbox work; null: nothing helps, or nothing is needed. */
  remedy: z.string().nullable(),
  /** What this system doesn't limit in its sandbox, or what to use instead of one; null: nothing to add. */
  advice: localizedText.nullable()
})
export type SandboxView = z.infer<typeof sandboxView>

export const sandboxCalls = {
  /** The sandbox defaults of a new server. */
  'sandbox.read': { approval: null, input: z.strictObject({}), output: sandboxView },
  /**
   * Turns the sandbox on in the entry, with paths from its text as suggestions, or turns it off. The server
   * needs trust before it starts. @throws SERVER_UNKNOWN, SERVER_NOT_CONTAINED: the system or the program
   * can't be sandboxed; SETTINGS_INVALID, SETTINGS_WRITE_FAILED
   */
  'sandbox.set': defineCall({
    // The entry changes, so it asks for trust again.
    approval: ({ isSandboxed }) => needs(isSandboxed ? 'runs' : 'weakens', 'press'),
    input: z.strictObject({ serverName, isSandboxed: z.boolean() }),
    output: z.null()
  })
} as const
