/** What this computer can do for programs that are to be contained. */
import { z } from 'zod'
import { serverName } from '../servers'

export const wallsView = z.strictObject({
  /** Whether programs can be contained on this computer: tried, not guessed. */
  canContain: z.boolean(),
  /** What a person types in a terminal so that they can; null: nothing helps, or nothing is needed. */
  remedy: z.string().nullable()
})
export type WallsView = z.infer<typeof wallsView>

export const wallsCalls = {
  /** What a new server is begun with. */
  'server.read-walls': { input: z.strictObject({}), output: wallsView },
  /**
   * Writes into the entry that its program is contained, with what its words name of this computer as proposed; or that it has
   * all rights of the person. It is another one then, and asks for trust before it starts.
   * @throws SERVER_UNKNOWN, SERVER_NOT_CONTAINED: this system, or this program, can't be; SETTINGS_INVALID, SETTINGS_WRITE_FAILED
   */
  'server.contain': {
    input: z.strictObject({ serverName, isContained: z.boolean() }),
    output: z.null()
  }
} as const
