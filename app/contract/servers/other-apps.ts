/**
 * Servers in the configuration files of other apps on this computer. The user starts the search and imports each server
 * separately.
 */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { localizedText } from '../json'

/** A variable or a header of an entry. */
export const foundValue = z.strictObject({
  name: z.string(),
  /** null: a key, which pages never get. */
  text: z.string().nullable(),
  /**
   * - `key`: saved in the vault; the settings refer to it
   * - `asked`: the other app has no value for it either, so Parley asks the user
   * - `placeholder`: the user has to replace it
   */
  state: z.enum(['plain', 'key', 'asked', 'placeholder'])
})
export type FoundValue = z.infer<typeof foundValue>

export const foundServer = z.strictObject({
  /** Valid until the next search. */
  id: z.string(),
  name: z.string(),
  /** The project folder that it is for; null: all projects. */
  project: z.string().nullable(),
  /** As it would be in the settings: with the names of keys, without their values. */
  command: z.string().nullable(),
  args: z.array(z.string()),
  url: z.string().nullable(),
  values: z.array(foundValue),
  /** Placeholders that the user has to replace by hand. */
  placeholders: z.array(z.string()),
  /** Disabled in the other app. */
  isDisabled: z.boolean(),
  /** Keys of the entry without a meaning in Parley. */
  leftOut: z.array(z.string()),
  /**
   * - `here`: Parley has it already, as `other`
   * - `name-taken`: Parley has a different server with that name, so this one would become `other`
   * - `twice`: it is also found in the app `other`
   */
  status: z.enum(['new', 'here', 'name-taken', 'twice']),
  other: z.string().nullable(),
  /** Why it can't be imported. */
  problem: localizedText.nullable()
})
export type FoundServer = z.infer<typeof foundServer>

export const foundFile = z.strictObject({
  /** The app's name. */
  host: z.string(),
  path: z.string(),
  /** Why the file couldn't be read. */
  problem: localizedText.nullable(),
  servers: z.array(foundServer)
})
export type OtherAppFile = z.infer<typeof foundFile>

export const otherAppCalls = {
  /** Reads the settings of other apps. Runs, writes and contacts nothing. */
  'other-apps.find': {
    // Reads the files of other apps only when the user wants it. Their keys don't reach the page.
    approval: needs('reveals', 'press'),
    input: z.strictObject({}),
    output: z.strictObject({
      files: z.array(foundFile),
      /** Names of the apps that were searched for. */
      lookedFor: z.array(z.string())
    })
  },
  /**
   * Adds the chosen servers, all or none. Keys go to the vault. Each server needs trust. @throws
   * SETTINGS_INVALID: a file has changed since
   */
  'other-apps.import': {
    // Keys in other apps' files become secrets of the imported servers.
    approval: needs('sends', 'press'),
    input: z.strictObject({
      servers: z
        .array(
          z.strictObject({
            id: z.string().max(100),
            /** The user's replacements for its placeholders. */
            filledIn: z.record(z.string().max(1_000), z.string().max(20_000))
          })
        )
        .min(1)
        .max(500)
    }),
    output: z.strictObject({ added: z.array(z.string()) })
  }
} as const
