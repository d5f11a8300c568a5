/** A server from a link that waits for the user's approval. */
import { warning } from '../json'
import { z } from 'zod'

/** The app that the link is made for. */
export const linkOrigins = ['parley', 'vscode', 'cursor'] as const
export type LinkOrigin = (typeof linkOrigins)[number]

const linkValue = z.strictObject({
  name: z.string(),
  /** Unchanged text of the link. */
  text: z.string(),
  /**
   * - `key`: saved in the vault; the settings refer to it
   * - `asked`: Parley asks the user for it
   * - `placeholder`: the user has to replace it
   */
  state: z.enum(['plain', 'key', 'asked', 'placeholder'])
})
export type LinkValue = z.infer<typeof linkValue>

export const linkView = z.strictObject({
  type: z.literal('link'),
  id: z.string(),
  origin: z.enum(linkOrigins),
  /** The complete link. */
  link: z.string(),
  /** Its name in the settings. */
  name: z.string(),
  /** The requested name when another server already uses it; null: the server gets the name it requests. */
  takenName: z.string().nullable(),
  /** The program to run; null: the server has an address. */
  command: z.string().nullable(),
  args: z.array(z.string()),
  cwd: z.string().nullable(),
  url: z.string().nullable(),
  variables: z.array(linkValue),
  headers: z.array(linkValue),
  /** Names of the secrets that Parley asks the user for. */
  asked: z.array(z.string()),
  /** Placeholders that the user has to replace by hand. */
  placeholders: z.array(z.string()),
  /** Other fields of the link, which are ignored. */
  leftOut: z.array(z.string()),
  warnings: z.array(warning)
})
export type LinkView = z.infer<typeof linkView>
