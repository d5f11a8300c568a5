/** Reads a recording, which anyone may have written. */
import { open } from 'node:fs/promises'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { Recording } from './recording'
import { readRecording, recordingLimits } from './recording-file'

/** @throws HostError RECORDING_INVALID */
export async function openRecordingFile(file: string): Promise<Recording> {
  const text = await readLimited(file).catch((cause: unknown) => {
    if (cause instanceof HostError) throw cause
    throw new HostError('RECORDING_INVALID', say('recordings.unreadable', { file }), { cause })
  })
  const recording = readRecording(text)
  if (recording === null) throw new HostError('RECORDING_INVALID', say('recordings.invalid', { file }))
  return recording
}

async function readLimited(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw new Error('not a file')
    if (found.size > recordingLimits.bytes)
      throw new HostError(
        'RECORDING_INVALID',
        say('recordings.tooLarge', { file, megabytes: recordingLimits.bytes / 1_000_000 })
      )
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
