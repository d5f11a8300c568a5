/** `Record` and `Stop recording` of one server, and the way to a recording that isn't saved yet. */
import { Circle, FileText, Square } from 'lucide-react'
import { useState } from 'react'
import { recordings as texts } from '../../../app/texts/compiled/window/recordings'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { RecordingDialog } from './recording-dialog'
import styles from './record-button.module.css'

export function RecordButton({ serverName }: { readonly serverName: string }) {
  const recording = useProjection(({ recordings }) =>
    recordings.find(({ of, title }) => of === 'server' && title === serverName)
  )
  const [isRead, setIsRead] = useState(false)
  const { pending, failure, run } = useCommand()
  const isRunning = recording?.state === 'running'
  const stop = async (recordingId: string) => {
    await call('recording.stop', { recordingId })
    setIsRead(true)
  }
  return (
    <>
      <FailureText text={failure} />
      {isRunning && (
        <Badge tone="danger" className={styles.running}>
          {texts.isRecording({ count: recording.messageCount })}
        </Badge>
      )}
      {recording?.state === 'stopped' && (
        <Button size="small" icon={FileText} onClick={() => setIsRead(true)}>
          {texts.read()}
        </Button>
      )}
      <Button
        size="small"
        icon={isRunning ? Square : Circle}
        isBusy={pending !== null}
        onClick={() =>
          void run(() => (isRunning ? stop(recording.recordingId) : call('recording.start', { serverName })))
        }
      >
        {isRunning ? texts.stop() : texts.record()}
      </Button>
      {recording !== undefined && (
        <RecordingDialog
          recording={recording}
          open={isRead && recording.state === 'stopped'}
          onClose={() => setIsRead(false)}
        />
      )}
    </>
  )
}

/** Beside the name of a server that is being recorded. */
export function RecordingMark({ serverName }: { readonly serverName: string }) {
  const isRunning = useProjection(({ recordings }) =>
    recordings.some(({ of, title, state }) => of === 'server' && title === serverName && state === 'running')
  )
  return isRunning && <Circle size={10} role="img" aria-label={texts.mark()} className={styles.mark} />
}
