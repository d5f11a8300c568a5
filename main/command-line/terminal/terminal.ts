/** The terminal that a command runs on. What stands on standard output is the result, and nothing else. */
export interface Terminal {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  /** Somebody can be asked. */
  readonly isInteractive: boolean
  /** A line that the person types, without its end. Never called where nobody can be asked. */
  readonly readLine: () => Promise<string>
}
