/** Recordings of servers. */
import type { Areas } from '../areas/areas'
import type { AreaHandlers } from './area-handlers'

export function recordingHandlers({
  recordings,
  adding
}: Pick<Areas, 'recordings' | 'adding'>): AreaHandlers<'recording'> {
  return {
    'recording.start': ({ serverName }) => recordings.start(serverName),
    'recording.stop': ({ recordingId }) => recordings.stop(recordingId),
    'recording.read': ({ recordingId, from }) => recordings.read(recordingId, from),
    'recording.save': async ({ recordingId }) => ({ path: await recordings.save(recordingId) }),
    'recording.add': async () => ({ serverName: await adding.chooseRecording() }),
    'recording.discard': ({ recordingId }) => recordings.discard(recordingId)
  }
}
