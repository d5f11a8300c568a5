/** Servers that other hosts on this computer have in their own files: found by a press, taken over one by one. */
import { z } from 'zod'
import { localizedText } from '../json'

/** A variable or a header of an entry. */
export const foundValue = z.strictObject({
  name: z.string(),
  /** null: a key, which no page gets to see. */
  text: z.string().nullable(),
  /**
   * - `key`: goes to the vault, and the settings name it
   * - `asked`: the other host has no value for it either, so the person is asked
   * - `placeholder`: stands for something else that the person has to put there
   */
  state: z.enum(['plain', 'key', 'asked', 'placeholder'])
})
export type FoundValue = z.infer<typeof foundValue>

export const foundServer = z.strictObject({
  /** Good until the next look. */
  id: z.string(),
  name: z.string(),
  /** The folder of the project that it is for; null: everything. */
  project: z.string().nullable(),
  /** As it would stand in the settings: keys are named, not told. */
  command: z.string().nullable(),
  args: z.array(z.string()),
  url: z.string().nullable(),
  values: z.array(foundValue),
  /** What stands for something that the person has to put there by hand. */
  placeholders: z.array(z.string()),
  /** Switched off at the other host. */
  isDisabled: z.boolean(),
  /** Keys of the entry that mean nothing here. */
  leftOut: z.array(z.string()),
  /**
   * - `here`: Parley has it already, as `other`
   * - `name-taken`: Parley has another server of that name, so this one would become `other`
   * - `twice`: it is found at the host `other` as well
   */
  status: z.enum(['new', 'here', 'name-taken', 'twice']),
  other: z.string().nullable(),
  /** Why it can't be taken over. */
  problem: localizedText.nullable()
})
export type FoundServer = z.infer<typeof foundServer>

export const foundFile = z.strictObject({
  /** The program's name. */
  host: z.string(),
  path: z.string(),
  /** Why nothing of it could be read. */
  problem: localizedText.nullable(),
  servers: z.array(foundServer)
})
export type OtherAppFile = z.infer<typeof foundFile>

export const otherAppCalls = {
  /** Reads the settings of other apps. Runs, writes and contacts nothing. */
  'server.find-others': {
    input: z.strictObject({}),
    output: z.strictObject({
      files: z.array(foundFile),
      /** Names of the programs that were looked for. */
      lookedFor: z.array(z.string())
    })
  },
  /**
   * Adds the chosen servers, all or none. Keys go to the vault. Each server needs trust. @throws
   * SETTINGS_INVALID: a file has changed meanwhile
   */
  'server.import': {
    input: z.strictObject({
      servers: z
        .array(
          z.strictObject({
            id: z.string().max(100),
            /** What the person put in the place of its placeholders. */
            filledIn: z.record(z.string().max(1_000), z.string().max(20_000))
          })
        )
        .min(1)
        .max(500)
    }),
    output: z.strictObject({ added: z.array(z.string()) })
  }
} as const
