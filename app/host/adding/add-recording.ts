/** A recording that was chosen or dropped becomes a server. Its entry waits for trust like any other. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import { playCommand } from '../../contract/servers/own-node'
import { freeName, nameEntry } from '../../settings/paste/entry-name'
import type { Settings } from '../../settings/store/settings-store'
import { say } from '../../texts/render-localized'
import { recordingExtension } from '../../workbench/recordings/recording'
import { readRecording } from '../../workbench/recordings/recording-file'

export function isRecording(file: string): boolean {
  return file.toLowerCase().endsWith(`.${recordingExtension}`)
}

/** Returns the name of the server. @throws HostError RECORDING_INVALID */
export async function addRecording(settings: Settings, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new HostError('RECORDING_INVALID', say('recordings.unreadable', { file }), { cause })
  })
  const recording = readRecording(text)
  if (recording === null) throw new HostError('RECORDING_INVALID', say('recordings.invalid', { file }))
  const [recorded = path.basename(file, path.extname(file))] = recording.header.servers.map(
    ({ name }) => name
  )
  const command = `${recorded}-recording`
  const serverName = freeName(nameEntry({ command }), new Set(settings.current().serverOrder))
  await settings.saveServerEntry(null, serverName, JSON.stringify({ command: playCommand, args: [file] }))
  return serverName
}
