/** Input and answer of every command. */
import type { CommandRequest } from '../request/command-request'
import type { OpenVault, Places } from '../core/command-line-ports'
import type { CommandLineCore } from '../core/open-core'
import type { QuestionPlace, Terminal } from '../terminal/terminal'
import type { SingleServerTask } from '../../../app/host/areas/single-server-host'

export interface CommandAnswer {
  /** For `--json`. */
  readonly value: Readonly<Record<string, unknown>>
  /** For a user, ready for the terminal. */
  readonly text: string
  /** Absent: success. */
  readonly exitCode?: number
}

export interface CommandInput {
  readonly request: CommandRequest
  readonly places: Places
  readonly terminal: Pick<Terminal, 'out' | 'readLines' | 'openScreen'>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Ends the command early. */
  readonly signal: AbortSignal
  /** Asks the user about something that no question of the core covers. @throws HostError: they don't agree */
  readonly approve: (text: string) => Promise<void>
  /** The core with the server of the command, if one is named. It asks on the terminal, or at `place`. The caller closes it. */
  readonly openCore: (task: SingleServerTask, place?: QuestionPlace) => Promise<CommandLineCore>
  /** The same in another data folder. */
  readonly openCoreIn: (dataFolder: string, task: SingleServerTask) => Promise<CommandLineCore>
  /** Null: this program can't open the vault. */
  readonly openVault: OpenVault | null
}

export type CommandLineCommand = (input: CommandInput) => Promise<CommandAnswer>
