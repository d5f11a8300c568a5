import { readFile } from 'node:fs/promises'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { Recording } from '../../workbench/recordings/recording'
import { readRecording } from '../../workbench/recordings/recording-file'

/** @throws HostError RECORDING_INVALID */
export async function readRecordingFile(file: string): Promise<Recording> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new HostError('RECORDING_INVALID', say('recordings.unreadable', { file }), { cause })
  })
  const recording = readRecording(text)
  if (recording === null) throw new HostError('RECORDING_INVALID', say('recordings.invalid', { file }))
  return recording
}
