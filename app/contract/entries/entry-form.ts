/** A server's entry as a form: what most entries say. Texts stand as in the file, variables not filled in. */
import { z } from 'zod'
import { containment } from '../choices/containment'
import { serverName } from '../servers'

const text = z.string().max(20_000)

/** A variable of the environment, or a header. */
export const entryValue = z.strictObject({
  name: z.string().max(1_000),
  /** As it stands in the file, `${secret:…}` for one that is kept in the vault; '' where `secret` is typed for the first time. */
  text,
  /** What the person typed into a masked field: it goes into the vault. null: nothing. */
  secret: text.nullable()
})
export type EntryValue = z.infer<typeof entryValue>

export const entryForm = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('program'),
    /** A name to be searched for, a path, or a whole command line where there are no arguments. */
    command: text,
    args: z.array(text).max(1_000),
    /** '' where the entry says none. */
    cwd: text,
    env: z.array(entryValue).max(200),
    /** What is open for it; absent: it is not contained. */
    containment: containment.optional()
  }),
  z.strictObject({ kind: z.literal('address'), url: text, headers: z.array(entryValue).max(200) })
])
export type EntryForm = z.infer<typeof entryForm>

export const entryCalls = {
  /** The entry as it stands in the settings file, as JSON text, and as a form; null where a form can't show it. */
  'server.read-entry': {
    input: z.strictObject({ serverName }),
    output: z.strictObject({ json: z.string(), form: entryForm.nullable() })
  },
  /**
   * The entry as a link by which others add it: without secrets, and without what they would not have.
   * @throws SERVER_UNKNOWN, SETTINGS_INVALID: no link can say it
   */
  'server.write-link': {
    input: z.strictObject({ serverName }),
    output: z.strictObject({ link: z.string() })
  },
  /** Checks and writes one entry; the trust question stands behind it. `previousName` renames. */
  'server.save-entry': {
    input: z.strictObject({
      previousName: serverName.nullable(),
      serverName,
      json: z.string().max(1_000_000)
    }),
    output: z.null()
  },
  /**
   * The same of a form. What the entry says beside it stays. '' as name: one is found.
   * @throws SETTINGS_INVALID, SETTINGS_NAME_TAKEN, SERVER_UNKNOWN
   */
  'server.save-form': {
    input: z.strictObject({
      previousName: serverName.nullable(),
      serverName: z.string().max(200),
      form: entryForm
    }),
    output: z.strictObject({ serverName })
  }
} as const
