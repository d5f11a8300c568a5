import type { OpenScreen } from './screen'

/** Where Parley asks. */
export interface QuestionPlace {
  readonly error: (text: string) => void
  /** Whether a user can be asked. */
  readonly isInteractive: boolean
  /** A line that the user types, without its end. Never called if no user can be asked. */
  readonly readLine: () => Promise<string>
  /** A question begins; absent: the place doesn't have to know. */
  readonly beginQuestion?: (questionId: string) => void
  readonly endQuestion?: () => void
}

/** The terminal that a command runs on. Standard output has only the result. */
export interface Terminal extends QuestionPlace {
  readonly out: (text: string) => void
  /** Standard input, for a command that another program talks to. */
  readonly readLines: () => AsyncIterable<string>
  /** Absent: it can't show a screen. */
  readonly openScreen?: OpenScreen | undefined
}
