/** What starting or contacting a server means, as the person sees it before they trust it, and as it is compared later. */
import { z } from 'zod'
import { sandboxChoices } from './choices/sandbox-choices'
import { transports } from './servers'

export { secretsNamedIn } from './choices/secret-names'

/** One value of the definition under its name; for `oauth` a path such as `identityProvider.issuer`. */
export const shownValue = z.strictObject({
  name: z.string(),
  /** As it stands in the settings, variables unexpanded; `•••` in place of what is secret by its form. */
  value: z.string(),
  /** Tells one hidden value from another and nothing else; absent: nothing of it is hidden. */
  hiddenMark: z.string().optional()
})
export type ShownValue = z.infer<typeof shownValue>

/** A file that the server runs: its program, a script among its arguments, what a package runner starts. */
export const programFile = z.strictObject({
  role: z.enum(['program', 'script', 'package']),
  /** Links resolved. */
  path: z.string(),
  size: z.number(),
  /** SHA-256 in hex; null: it is too large or can't be read, so that `stamp` stands for it. */
  hash: z.string().nullable(),
  /** Device, inode, size and times: as long as it is the same, nothing was written to the file. */
  stamp: z.string()
})
export type ProgramFile = z.infer<typeof programFile>

/** What a package runner (npx, uvx, docker, …) is told to fetch, and what of it lies on this computer. */
export const packagePin = z.strictObject({
  runner: z.string(),
  name: z.string(),
  /** What stands behind the name; null: nothing does. */
  requested: z.string().nullable(),
  /** Whether that is one version, and not a range, a tag or nothing. */
  isFixed: z.boolean(),
  /** Of what lies on this computer, else the fixed one; null: it can't be known without running anything. */
  version: z.string().nullable(),
  integrity: z.string().nullable()
})
export type PackagePin = z.infer<typeof packagePin>

/** In full, values of variables and secrets left out. What is optional was not kept with a yes of earlier releases. */
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
  /** How it is signed in at: all that the entry says of it. Absent: the entry says nothing. */
  oauth: z.array(shownValue).optional(),
  files: z.array(programFile).optional(),
  packages: z.array(packagePin).optional(),
  /** What is open for it, all else being closed. Absent: it runs with the person's own rights. */
  containment: sandboxChoices.optional()
})
export type ServerAct = z.infer<typeof serverAct>
