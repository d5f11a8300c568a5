/** A recording that was chosen or dropped becomes a server. Its entry waits for trust like any other. */
import path from 'node:path'
import { playCommand } from '../../contract/servers/own-node'
import { freeName, nameEntry } from '../../settings/paste/entry-name'
import type { Settings } from '../../settings/store/settings-store'
import { recordingExtension } from '../../workbench/recordings/recording'
import { readRecordingFile } from '../workbench/read-recording-file'

export function isRecording(file: string): boolean {
  return file.toLowerCase().endsWith(`.${recordingExtension}`)
}

/** Returns the name of the server. @throws HostError RECORDING_INVALID */
export async function addRecording(settings: Settings, file: string): Promise<string> {
  const recording = await readRecordingFile(file)
  const [recorded = path.basename(file, path.extname(file))] = recording.header.servers.map(
    ({ name }) => name
  )
  const command = `${recorded}-recording`
  const serverName = freeName(nameEntry({ command }), new Set(settings.current().serverOrder))
  await settings.saveServerEntry(null, serverName, JSON.stringify({ command: playCommand, args: [file] }))
  return serverName
}
