/** `inspect SERVER`: a server on the whole screen of the terminal, for people. */
import { HostError } from '../../../app/base/host-error'
import { say } from '../../../app/texts/render-localized'
import type { CommandLineCommand } from '../commands/command'

export const inspectCommand: CommandLineCommand = async (input) => {
  const { openScreen } = input.terminal
  if (openScreen === undefined || input.request.options.isJson)
    throw new HostError('COMMAND_LINE_INVALID', say('cli.noScreen'))
  // No other command needs it.
  const { runInspector } = await import('./inspector')
  return await runInspector(input, openScreen)
}
