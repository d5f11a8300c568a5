/** `Recording of ‹server›`: what is in it, and its text, before anything is saved. */
import { useEffect, useState } from 'react'
import { recordings as texts } from '../../../app/texts/compiled/window/recordings'
import type { RecordingView } from '../../../app/contract/workbench/recordings'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { formatSize } from '../../ui/base/format'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts, keyed } from '../../ui/untrusted/facts'
import commonStyles from '../../parts/common.module.css'
import styles from './recording-dialog.module.css'

export interface RecordingDialogProps {
  readonly recording: RecordingView
  readonly open: boolean
  /** The recording stays until it is saved or discarded. */
  readonly onClose: () => void
}

export function RecordingDialog({ recording, open, onClose }: RecordingDialogProps) {
  const { recordingId, title } = recording
  const { pending, failure, run } = useCommand()
  const save = async () => {
    const { path } = await call('recording.save', { recordingId })
    if (path !== null) notify('status', texts.saved({ path }))
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      isOutsidePressIgnored
      startsAtTop
      title={plainWithMarks(texts.title({ name: title }))}
      description={texts.note()}
      footer={
        <>
          <Button onClick={() => void run(() => call('recording.discard', { recordingId }), 'discard')}>
            {texts.discard()}
          </Button>
          <Button variant="primary" isBusy={pending === 'save'} onClick={() => void run(save, 'save')}>
            {texts.save()}
          </Button>
        </>
      }
    >
      <div className={commonStyles.stack4}>
        <RecordingFacts recording={recording} />
        <p className={commonStyles.smallNote}>{texts.stillPersonal()}</p>
        <RecordingText recordingId={recordingId} isShown={open} />
        <FailureText text={failure} />
      </div>
    </Dialog>
  )
}

function RecordingFacts({ recording }: { readonly recording: RecordingView }) {
  const { title, messageCount, characters, removedSecrets, leftOut, isFull } = recording
  return (
    <Facts>
      <Fact label={texts.server()}>
        <ExactText text={title} />
      </Fact>
      <Fact label={texts.messages()}>
        {messageCount} {isFull && texts.isFull()}
      </Fact>
      <Fact label={texts.size()}>{formatSize(characters)}</Fact>
      <Fact label={texts.secrets()}>{removedSecrets}</Fact>
      {leftOut > 0 && (
        <Fact label={texts.leftOut()}>
          {leftOut} {texts.leftOutNote()}
        </Fact>
      )}
    </Facts>
  )
}

function RecordingText({
  recordingId,
  isShown
}: {
  readonly recordingId: string
  readonly isShown: boolean
}) {
  const [{ lines, lineCount }, setText] = useState<{ lines: readonly string[]; lineCount: number }>({
    lines: [],
    lineCount: 0
  })
  const { failure, run } = useCommand()
  const readFrom = async (from: number, before: readonly string[]) => {
    const read = await call('recording.read', { recordingId, from })
    setText({ lines: [...before, ...read.lines], lineCount: read.lineCount })
  }
  useEffect(() => {
    if (isShown) void run(() => readFrom(0, []))
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [recordingId, isShown])
  return (
    <section aria-label={texts.text()}>
      {/* A text without controls scrolls only if it can have the focus. */}
      <div className={styles.text} role="log" aria-label={texts.text()} aria-live="off" tabIndex={0}>
        {keyed(lines).map(({ key, text }) => (
          <code key={key} className={styles.line}>
            <ExactText text={text} />
          </code>
        ))}
      </div>
      {lines.length < lineCount && (
        <Button size="small" onClick={() => void run(() => readFrom(lines.length, lines))}>
          {texts.more({ count: lineCount - lines.length })}
        </Button>
      )}
      <FailureText text={failure} />
    </section>
  )
}
