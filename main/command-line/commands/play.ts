/** `play FILE [SERVER]`: a recording as an MCP server over standard input and output, for any host. */
import { HostError } from '../../../app/base/host-error'
import type { JsonObject } from '../../../app/contract/json'
import { RecordingPlayer } from '../../../app/workbench/recordings/recording-player'
import { say } from '../../../app/texts/render-localized'
import type { CommandLineCommand } from './command'
import { openRecordingFile } from '../../../app/workbench/recordings/open-recording-file'

export const playCommand: CommandLineCommand = async ({ request, terminal }) => {
  const [file = '', serverName] = request.words
  const recording = await openRecordingFile(file)
  const names = recording.header.servers.map(({ name }) => name)
  if (serverName !== undefined && !names.includes(serverName))
    throw new HostError('RECORDING_INVALID', say('cli.recordingServers', { server: serverName, names }))
  const send = (message: JsonObject) => terminal.out(`${JSON.stringify(message)}\n`)
  const mode = request.options.isExact ? 'exact' : 'tolerant'
  const player = new RecordingPlayer(recording, { serverName, mode, send })
  for await (const line of terminal.readLines()) player.receiveLine(line)
  return { value: {}, text: '' }
}
