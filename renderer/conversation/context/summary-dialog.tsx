/** A dialog named `Summary of earlier messages`: the model makes one, and the user reads, edits and applies it. */
import { useState } from 'react'
import type { ContextView } from '../../../app/contract/models/context-view'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import type { CommandHandlerEntry } from '../../bridge/use-command'
import { modelLabel } from '../../parts/model-groups'
import { useProjection } from '../../state/projection'
import { Button, Spinner } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import { VisibleText } from '../../ui/base/hidden-characters'
import { openSummary } from './context-view-store'
import type { OpenSummary } from './context-view-store'
import type { ContextWish } from './use-context'
import commonStyles from '../../parts/common.module.css'
import styles from './summary-dialog.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { composer } from '../../../app/texts/compiled/window/composer'

export interface SummaryDialogProps extends ContextWish {
  readonly use: ContextView | null
  /** Null: closed. */
  readonly summary: OpenSummary | null
}

/** Kept on screen while the dialog closes. */
export function SummaryDialog({ summary, ...wish }: SummaryDialogProps) {
  const [last, setLast] = useState(summary)
  if (summary !== null && summary !== last) setLast(summary)
  const { pending, failure, run } = useCommand()
  const [ranFor, setRanFor] = useState<OpenSummary | null>(null)
  const [typed, setTyped] = useState<{ readonly of: OpenSummary; readonly text: string } | null>(null)
  if (last === null) return null
  const text = typed?.of === last ? typed.text : last.text
  const command: CommandHandlerEntry = {
    pending,
    failure: ranFor === last ? failure : null,
    run: (work) => {
      setRanFor(last)
      return run(work)
    }
  }
  const parts = { ...wish, command, summary: last, text }
  return (
    <Dialog
      open={summary !== null}
      onClose={() => close(parts)}
      title={texts.summaryTitle()}
      isOutsidePressIgnored
      footer={<Ways {...parts} onText={(next) => setTyped({ of: last, text: next })} />}
    >
      <Body {...parts} onText={(next) => setTyped({ of: last, text: next })} />
    </Dialog>
  )
}

interface PartsProps extends ContextWish {
  readonly use: ContextView | null
  readonly summary: OpenSummary
  readonly text: string | null
  readonly command: CommandHandlerEntry
}

interface TextProps extends PartsProps {
  readonly onText: (text: string) => void
}

/** Closing while the model writes discards the summary. */
function close({ command, summary: { conversationId } }: PartsProps): void {
  if (command.pending !== null) void call('conversation.stop', { conversationId }).catch(report)
  openSummary(null)
}

function Body({ command, model, text, summary, use, onText }: TextProps) {
  const label = useProjection((state) => modelLabel(state.models.models, model))
  if (text !== null)
    return (
      <div className={commonStyles.stack2}>
        <TextField
          label={texts.summaryText()}
          rows={14}
          value={text}
          onChange={onText}
          hint={texts.summaryHint()}
        />
        <FailureText text={command.failure} />
      </div>
    )
  const isNothing = endOf(summary, use) === null
  return (
    <div className={commonStyles.stack2}>
      <p>{isNothing ? texts.nothingToSumUp() : texts.summaryNote()}</p>
      <p className={styles.summaryModel}>
        <VisibleText text={label} />
      </p>
      <p className={styles.summaryWorking} role="status">
        {command.pending !== null && (
          <>
            <Spinner /> {texts.makingSummary()}
          </>
        )}
      </p>
      <FailureText text={command.failure} />
    </div>
  )
}

function endOf({ messageId }: OpenSummary, use: ContextView | null): string | null {
  return messageId ?? use?.summaryEnd ?? null
}

function Ways(props: TextProps) {
  const { command, text, summary, use, onText } = props
  const { conversationId, goesOn } = summary
  const messageId = endOf(summary, use)
  const make = (id: string) =>
    void command.run(() =>
      call('context.summarize', { conversationId, messageId: id }).then((made) => onText(made.text))
    )
  const keep = async (id: string, message: string) => {
    const input = { conversationId, messageId: id, text: message, goesOn }
    if (await command.run(() => call('context.set-summary', input))) openSummary(null)
  }
  const isBusy = command.pending !== null
  return (
    <>
      <Button onClick={() => close(props)}>
        {isBusy && text === null ? composer.stop() : texts.cancelEdit()}
      </Button>
      {text === null ? (
        <Button
          variant="primary"
          isBusy={isBusy}
          disabled={messageId === null || props.isRunning}
          onClick={() => messageId !== null && make(messageId)}
        >
          {texts.makeSummary()}
        </Button>
      ) : (
        <Button
          variant="primary"
          isBusy={isBusy}
          disabled={messageId === null || text.trim() === '' || props.isRunning}
          onClick={() => messageId !== null && void keep(messageId, text)}
        >
          {goesOn ? texts.useSummaryAndGoOn() : texts.useSummary()}
        </Button>
      )}
    </>
  )
}
