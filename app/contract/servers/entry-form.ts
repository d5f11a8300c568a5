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
  /** The entry as JSON text and as a form. The form is null if a form can't show the entry. */
  'server.read-entry': {
    approval: null,
    input: z.strictObject({ serverName }),
    output: z.strictObject({ json: z.string(), form: entryForm.nullable() })
  },
  /**
   * The entry as an install link, without secrets and personal paths. @throws SERVER_UNKNOWN,
   * SETTINGS_INVALID: a link can't express the entry
   */
  'server.write-link': {
    approval: null,
    input: z.strictObject({ serverName }),
    output: z.strictObject({ link: z.string() })
  },
  /** Checks and writes one entry. The trust question follows. `previousName` renames it. */
  'server.save-entry': defineCall({
    // A new entry does nothing before it is trusted, and settings in it that lower protection wait for approval. Changing
    // a trusted entry replaces what the user knows.
    approval: ({ previousName }) => (previousName === null ? null : needs('weakens', 'press')),
    input: z.strictObject({
      previousName: serverName.nullable(),
      serverName,
      json: z.string().max(1_000_000)
    }),
    output: z.null()
  }),
  /**
   * The same for a form. Other keys of the entry stay. '' as name: Parley chooses one. @throws
   * SETTINGS_INVALID, SETTINGS_NAME_TAKEN, SERVER_UNKNOWN
   */
  'server.save-form': defineCall({
    approval: ({ previousName, form }) => {
      const values = form.kind === 'program' ? form.env : form.headers
      if (values.some(({ secret }) => secret !== null)) return needs('sends', 'press')
      return previousName === null ? null : needs('weakens', 'press')
    },
    input: z.strictObject({
      previousName: serverName.nullable(),
      serverName: z.string().max(200),
      form: entryForm
    }),
    output: z.strictObject({ serverName })
  })
} as const
