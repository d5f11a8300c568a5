/** Why and where reading stopped. The caller describes it to the user. */

export const archiveProblems = [
  'damaged',
  'locked',
  'no-conversations',
  'not-json',
  'cut-off',
  'too-large',
  'unreadable'
] as const
export type ArchiveProblemCode = (typeof archiveProblems)[number]

export class ArchiveProblem extends Error {
  readonly code: ArchiveProblemCode
  /** Bytes before it. */
  readonly at: number

  constructor(code: ArchiveProblemCode, at: number, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.at = at
  }
}
