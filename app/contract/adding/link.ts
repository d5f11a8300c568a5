/** A server that a link hands over, as it lies before the person. */
import { warning } from '../json'
import { z } from 'zod'

/** Whose link it is. */
export const linkOrigins = ['parley', 'vscode', 'cursor'] as const
export type LinkOrigin = (typeof linkOrigins)[number]

const linkValue = z.strictObject({
  name: z.string(),
  /** As the link has it. */
  text: z.string(),
  /**
   * - `key`: goes to the vault, and the settings name it
   * - `asked`: the person is asked for it
   * - `placeholder`: stands for something that the person has to put there
   */
  state: z.enum(['plain', 'key', 'asked', 'placeholder'])
})
export type LinkValue = z.infer<typeof linkValue>

export const linkView = z.strictObject({
  type: z.literal('link'),
  id: z.string(),
  origin: z.enum(linkOrigins),
  /** The whole of it. */
  link: z.string(),
  /** Under which it would stand in the settings. */
  name: z.string(),
  /** The one that it wants, where another server has that; null: it gets what it wants. */
  takenName: z.string().nullable(),
  /** What runs; null: it has an address. */
  command: z.string().nullable(),
  args: z.array(z.string()),
  cwd: z.string().nullable(),
  url: z.string().nullable(),
  variables: z.array(linkValue),
  headers: z.array(linkValue),
  /** Names of the secrets that the person is asked for. */
  asked: z.array(z.string()),
  /** What stands for something that the person has to put there by hand. */
  placeholders: z.array(z.string()),
  /** What it says beside this, which counts as nothing. */
  leftOut: z.array(z.string()),
  warnings: z.array(warning)
})
export type LinkView = z.infer<typeof linkView>
