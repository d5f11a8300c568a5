/** The terminal that a command runs on. Standard output has only the result. */
export interface Terminal {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  /** Whether a user can be asked. */
  readonly isInteractive: boolean
  /** A line that the user types, without its end. Never called if no user can be asked. */
  readonly readLine: () => Promise<string>
  /** Standard input, for a command that another program talks to. */
  readonly readLines: () => AsyncIterable<string>
}
