/** Known file activity of a sandboxed server: blocked attempts, and writes that were allowed. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { sandboxChoices } from './sandbox-choices'

const serverName = z.string().min(1).max(200)

/** `read`, `write`: attempts. `wrote`: a successful write. */
export const fileAccesses = ['read', 'write', 'wrote'] as const
export type FileAccess = (typeof fileAccesses)[number]

/**
 * Blocked attempts that Parley observes itself: `talk` to a service of this computer, or past the proxy to `addresses`,
 * to look up `names`, or to `ports` of this computer. Only the number of these attempts is known.
 */
export const triedWays = ['talk', 'addresses', 'names', 'ports'] as const
export type TriedWay = (typeof triedWays)[number]

/** The report for one start of a server. */
export interface ReportedFile {
  readonly access: FileAccess | TriedWay
  /** '' when the path is unknown. */
  readonly path: string
  /** 1 when absent. */
  readonly count?: number
  /** The folder that the user could allow with one click; null: not that easily, or nothing was blocked. */
  readonly folder: string | null
}

/** Limits that a sandboxed server can exceed. */
export const sandboxLimitNames = ['memory', 'processes', 'processor', 'home'] as const

export interface ReportedLimit {
  readonly limit: (typeof sandboxLimitNames)[number]
  /** Megabytes, processes, or percent of one processor. */
  readonly allowed: number
  /**
   * `ended`: Parley stopped the server. `refused`: the system denied it more, its runtime reported this, and it exited.
   * `likely`: its exit looks like this, but nothing reports the cause. `slowed`: it is paused at times.
   */
  readonly course: 'ended' | 'refused' | 'likely' | 'slowed'
}

export const doneFile = z.strictObject({
  id: z.string().min(1).max(100),
  access: z.enum([...fileAccesses, ...triedWays]),
  /** The file as the server names it: a hint. */
  path: z.string().max(1_000),
  /** What the user can allow with one click; null: nothing. */
  folder: z.string().max(1_000).nullable(),
  count: z.number().int(),
  /** Milliseconds since the epoch, of the last time. */
  lastAt: z.number()
})
export type DoneFile = z.infer<typeof doneFile>

export const fileActivityView = z.strictObject({
  /** What the sandbox allows; null: the server is not sandboxed, so its activity is unknown. */
  containment: sandboxChoices.nullable(),
  /** Newest first. */
  files: z.array(doneFile)
})
export type FileActivityView = z.infer<typeof fileActivityView>

export const fileActivityCalls = {
  /**
   * Adds the folder of a blocked attempt to the entry. The server needs trust before it starts. @throws
   * SERVER_UNKNOWN, SETTINGS_INVALID: the attempt is no longer known, SETTINGS_WRITE_FAILED
   */
  'server.allow-folder': {
    // The entry changes, so it asks for trust again. The press approves writing the file.
    approval: needs('runs', 'press'),
    input: z.strictObject({ serverName, id: z.string().min(1).max(100) }),
    output: z.null()
  }
} as const
