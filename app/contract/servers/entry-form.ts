/** A server's entry as a form with the common fields. Texts are as in the file, with variables unexpanded. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { defineCall } from '../approval/call-row'
import { sandboxChoices } from '../consent/sandbox-choices'
import { serverName } from '../servers'

const text = z.string().max(20_000)

/** An environment variable or a header. */
export const entryValue = z.strictObject({
  name: z.string().max(1_000),
  /** As in the file: `${secret:…}` for a value in the vault; '' when `secret` is entered for the first time. */
  text,
  /** Text entered in a masked field; it is saved in the vault. null: none. */
  secret: text.nullable()
})
export type EntryValue = z.infer<typeof entryValue>

export const entryForm = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('program'),
    /** A name to look up, a path, or a whole command line if there are no arguments. */
    command: text,
    args: z.array(text).max(1_000),
    /** '' when the entry has none. */
    cwd: text,
    env: z.array(entryValue).max(200),
    /** What the sandbox allows; absent: the server is not sandboxed. */
    containment: sandboxChoices.optional()
  }),
  z.strictObject({ kind: z.literal('address'), url: text, headers: z.array(entryValue).max(200) })
])
export type EntryForm = z.infer<typeof entryForm>

export const entryCalls = {
  /**
   * Checks and writes one entry, as JSON text or as a form. The trust question follows. `previousName` renames it. A form keeps
   * the other keys of the entry, and Parley chooses a name for ''. @throws SETTINGS_INVALID, SETTINGS_NAME_TAKEN,
   * SERVER_UNKNOWN
   */
  'server.save-entry': defineCall({
    // A new entry does nothing before it is trusted, and settings in it that lower protection wait for approval. Changing
    // a trusted entry replaces what the user knows.
    approval: (entry) => {
      if ('form' in entry && hasTypedSecret(entry.form)) return needs('sends', 'press')
      return entry.previousName === null ? null : needs('weakens', 'press')
    },
    input: z.union([
      z.strictObject({ previousName: serverName.nullable(), serverName, json: z.string().max(1_000_000) }),
      z.strictObject({
        previousName: serverName.nullable(),
        serverName: z.string().max(200),
        form: entryForm
      })
    ]),
    output: z.strictObject({ serverName })
  })
} as const

function hasTypedSecret(form: EntryForm): boolean {
  const values = form.kind === 'program' ? form.env : form.headers
  return values.some(({ secret }) => secret !== null)
}
