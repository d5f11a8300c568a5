/** What a contained server did with files, as far as it is known: what it was refused, and what it wrote where it may. */
import { z } from 'zod'
import { sandboxChoices } from '../choices/sandbox-choices'

const serverName = z.string().min(1).max(200)

/** `read`, `write`: it tried to. `wrote`: it could. */
export const fileAccesses = ['read', 'write', 'wrote'] as const
export type FileAccess = (typeof fileAccesses)[number]

/**
 * What it tried past its walls, as Parley itself sees it: `talk` to a service of this computer; else past its proxy to
 * `addresses`, for `names`, to `ports` of this computer, of which only the number is known.
 */
export const triedWays = ['talk', 'addresses', 'names', 'ports'] as const
export type TriedWay = (typeof triedWays)[number]

/** What is told of one start of a server. */
export interface ReportedFile {
  readonly access: FileAccess | TriedWay
  /** '' where no place is known. */
  readonly path: string
  /** Once when left out. */
  readonly count?: number
  /** What a person could open for it in one press; null: not that easily, or nothing was refused. */
  readonly folder: string | null
}

/** What a contained server wanted more of than it may take. */
export const sandboxLimitNames = ['memory', 'processes', 'processor', 'home'] as const

export interface ReportedLimit {
  readonly limit: (typeof sandboxLimitNames)[number]
  /** Megabytes, processes, or percent of one processor. */
  readonly allowed: number
  /**
   * `ended`: Parley ended it. `refused`: the system gave it no more, as its runtime said, and it ended. `likely`: it ended as
   * one does that got no more, and nobody says why. `slowed`: it stands still now and then.
   */
  readonly course: 'ended' | 'refused' | 'likely' | 'slowed'
}

export const doneFile = z.strictObject({
  id: z.string().min(1).max(100),
  access: z.enum([...fileAccesses, ...triedWays]),
  /** Of a file in the words of the server: a hint. */
  path: z.string().max(1_000),
  /** What can be opened for it in one press; null: nothing. */
  folder: z.string().max(1_000).nullable(),
  count: z.number().int(),
  /** Milliseconds since the epoch, of the last time. */
  lastAt: z.number()
})
export type DoneFile = z.infer<typeof doneFile>

export const fileActivityView = z.strictObject({
  /** What is open for it; null: it is not contained, so nobody knows what it does. */
  containment: sandboxChoices.nullable(),
  /** The last one first. */
  files: z.array(doneFile)
})
export type FileActivityView = z.infer<typeof fileActivityView>

export const fileActivityCalls = {
  /** @throws SERVER_UNKNOWN */
  'server.read-doings': { input: z.strictObject({ serverName }), output: fileActivityView },
  /** Clears file and network activity. The activity log keeps its entries. */
  'server.clear-doings': { input: z.strictObject({ serverName }), output: z.null() },
  /**
   * Adds the folder of a blocked attempt to the entry. The server needs trust before it starts. @throws
   * SERVER_UNKNOWN, SETTINGS_INVALID: the attempt is no longer known, SETTINGS_WRITE_FAILED
   */
  'server.allow-place': {
    input: z.strictObject({ serverName, id: z.string().min(1).max(100) }),
    output: z.null()
  }
} as const
