/** A recording that was chosen or dropped becomes a server. Its entry waits for trust like any other. */
import path from 'node:path'
import { playCommand } from '../../contract/servers/own-node'
import { freeName, nameEntry } from '../../settings/paste/entry-name'
import type { Settings } from '../../settings/store/settings-store'
import { openRecordingFile } from '../../workbench/recordings/open-recording-file'
import { recordingExtension } from '../../workbench/recordings/recording'

export function isRecording(file: string): boolean {
  return file.toLowerCase().endsWith(`.${recordingExtension}`)
}

/** Returns the name of the server. @throws HostError RECORDING_INVALID */
export async function addRecording(settings: Settings, file: string): Promise<string> {
  const { header } = await openRecordingFile(file)
  const [recorded = path.basename(file, path.extname(file))] = header.servers.map(({ name }) => name)
  const command = `${recorded}-recording`
  const serverName = freeName(nameEntry({ command }), new Set(settings.current().serverOrder))
  await settings.saveServerEntry(null, serverName, JSON.stringify({ command: playCommand, args: [file] }))
  return serverName
}
