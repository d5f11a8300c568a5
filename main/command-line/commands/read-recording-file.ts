import { readFile } from 'node:fs/promises'
import { HostError } from '../../../app/base/host-error'
import { say } from '../../../app/texts/render-localized'
import type { Recording } from '../../../app/workbench/recordings/recording'
import { readRecording } from '../../../app/workbench/recordings/recording-file'

/** @throws HostError RECORDING_INVALID */
export async function readRecordingFile(file: string): Promise<Recording> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new HostError('RECORDING_INVALID', say('recordings.unreadable', { file }), { cause })
  })
  const recording = readRecording(text)
  if (recording === null) throw new HostError('RECORDING_INVALID', say('recordings.invalid', { file }))
  return recording
}
