/** `play FILE [SERVER]`: a recording as an MCP server over standard input and output, for any host. */
import { readFile } from 'node:fs/promises'
import { HostError } from '../../../app/base/host-error'
import type { JsonObject } from '../../../app/contract/json'
import { readRecording } from '../../../app/workbench/recordings/recording-file'
import { RecordingPlayer } from '../../../app/workbench/recordings/recording-player'
import { say } from '../../../app/texts/render-localized'
import type { CommandLineCommand } from './command'

export const playCommand: CommandLineCommand = async ({ request, terminal }) => {
  const [file = '', serverName] = request.words
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new HostError('RECORDING_INVALID', say('cli.recordingUnreadable', { file }), { cause })
  })
  const recording = readRecording(text)
  if (recording === null) throw new HostError('RECORDING_INVALID', say('cli.recordingInvalid', { file }))
  const names = recording.header.servers.map(({ name }) => name)
  if (serverName !== undefined && !names.includes(serverName))
    throw new HostError('RECORDING_INVALID', say('cli.recordingServers', { server: serverName, names }))
  const send = (message: JsonObject) => terminal.out(`${JSON.stringify(message)}\n`)
  const mode = request.options.isExact ? 'exact' : 'tolerant'
  const player = new RecordingPlayer(recording, { serverName, mode, send })
  for await (const line of terminal.readLines()) player.receiveLine(line)
  return { value: {}, text: '' }
}
