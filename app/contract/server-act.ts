/**
 * What starting or contacting a server means, as the user sees it before they trust it, and as it is compared later.
 */
import { z } from 'zod'
import { sandboxChoices } from './consent/sandbox-choices'
import { transports } from './servers'

export { secretsNamedIn } from './consent/secret-names'

/** One value of the definition under its name; for `oauth` a path such as `identityProvider.issuer`. */
export const shownValue = z.strictObject({
  name: z.string(),
  /** As in the settings, with variables unexpanded; `•••` replaces what looks like a secret. */
  value: z.string(),
  /** Distinguishes one hidden value from another and nothing else; absent: nothing is hidden. */
  hiddenMark: z.string().optional()
})
export type ShownValue = z.infer<typeof shownValue>

/** A file that the server runs: its program, a script among its arguments, what a package runner starts. */
export const programFile = z.strictObject({
  role: z.enum(['program', 'script', 'package']),
  /** Links resolved. */
  path: z.string(),
  size: z.number(),
  /** SHA-256 in hex; null: the file is too large or unreadable, and `stamp` is compared. */
  hash: z.string().nullable(),
  /** Device, inode, size and times: while it is the same, the file was not written. */
  stamp: z.string()
})
export type ProgramFile = z.infer<typeof programFile>

/** The package that a runner (npx, uvx, docker, …) downloads, and its copy on this computer. */
export const packagePin = z.strictObject({
  runner: z.string(),
  name: z.string(),
  /** The version part after the name; null: there is none. */
  requested: z.string().nullable(),
  /** Whether that is one version, and not a range, a tag or nothing. */
  isFixed: z.boolean(),
  /** Of the installed package, or the pinned version; null: unknown without running something. */
  version: z.string().nullable(),
  integrity: z.string().nullable()
})
export type PackagePin = z.infer<typeof packagePin>

/**
 * Complete, except for the values of variables and secrets. Optional fields are missing in approvals of earlier
 * releases.
 */
export const serverAct = z.strictObject({
  transport: z.enum(transports),
  command: z.string().nullable(),
  args: z.array(z.string()),
  cwd: z.string().nullable(),
  environmentNames: z.array(z.string()),
  url: z.string().nullable(),
  headerNames: z.array(z.string()),
  environment: z.array(shownValue).optional(),
  headers: z.array(shownValue).optional(),
  /** All sign-in settings of the entry. Absent: the entry has none. */
  oauth: z.array(shownValue).optional(),
  files: z.array(programFile).optional(),
  packages: z.array(packagePin).optional(),
  /** What the sandbox allows; everything else is blocked. Absent: it runs with the user's own rights. */
  containment: sandboxChoices.optional()
})
export type ServerAct = z.infer<typeof serverAct>
