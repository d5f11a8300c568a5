/** What every command gets, and what it answers with. */
import type { Request } from '../request/arguments'
import type { Places } from '../core/ports'
import type { Core } from '../core/open-core'
import type { OneTask } from '../../../app/host/task/one-task'

export interface Answer {
  /** For `--json`. */
  readonly value: Readonly<Record<string, unknown>>
  /** For a person, ready for the terminal. */
  readonly text: string
  /** Absent: it went well. */
  readonly exitCode?: number
}

export interface CommandInput {
  readonly request: Request
  readonly places: Places
  /** The core with the server of the command, where one is named; closed by who opened it. */
  readonly openCore: (task: OneTask) => Promise<Core>
}

export type Command = (input: CommandInput) => Promise<Answer>
