/** What this computer can do for programs that are to be contained. */
import { z } from 'zod'

export const wallsView = z.strictObject({
  /** Whether programs can be contained on this computer: tried, not guessed. */
  canContain: z.boolean(),
  /** What a person types in a terminal so that they can; null: nothing helps, or nothing is needed. */
  remedy: z.string().nullable()
})
export type WallsView = z.infer<typeof wallsView>

export const wallsCalls = {
  /** What a new server is begun with. */
  'server.read-walls': { input: z.strictObject({}), output: wallsView }
} as const
