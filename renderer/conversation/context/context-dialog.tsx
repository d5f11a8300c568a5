/** A dialog named `What goes to the model`: how full the next request is, what is left out, and how to free space. */
import { FoldVertical } from 'lucide-react'
import type { ContextView } from '../../../app/contract/models/context-view'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { openSummary, showContext } from './context-view-store'
import { RequestList } from './request-list'
import type { ContextWish } from './use-context'
import commonStyles from '../../parts/common.module.css'
import styles from './context-dialog.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ContextDialogProps extends ContextWish {
  readonly use: ContextView | null
  readonly open: boolean
  readonly onClose: () => void
}

export function ContextDialog(props: ContextDialogProps) {
  const { use, open, onClose } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.contextTitle()}
      footer={<Button onClick={onClose}>{texts.done()}</Button>}
    >
      {use !== null && <Fullness {...props} use={use} />}
      {use !== null && open && <RequestList {...props} freshness={JSON.stringify(use)} />}
    </Dialog>
  )
}

function Fullness({
  conversationId,
  model,
  isRunning,
  use
}: ContextDialogProps & { readonly use: ContextView }) {
  const isGuess = useProjection((state) => {
    const known = state.models.models.find(({ id }) => id === model)
    return (known?.contextSource ?? 'guess') === 'guess'
  })
  const { tokens, contextTokens, isCorrected, leftOutResults, isFull, summaryEnd } = use
  const sumUp = (messageId: string) => {
    showContext(null)
    openSummary({ conversationId, messageId, text: null, goesOn: false })
  }
  return (
    <section className={commonStyles.stack2} aria-label={texts.contextUsed({ percent: percentOf(use) })}>
      <meter
        className={styles.contextScale}
        aria-label={texts.contextUsed({ percent: percentOf(use) })}
        min={0}
        max={contextTokens}
        value={Math.min(tokens, contextTokens)}
      />
      <p>{texts.contextTokensOf({ tokens, window: contextTokens })}</p>
      <p className={commonStyles.note}>
        {isCorrected ? texts.contextByProvider() : texts.contextByLetters()}{' '}
        {isGuess && texts.contextWindowGuessed()}
      </p>
      {leftOutResults > 0 && <p>{texts.contextLeftOut({ count: leftOutResults })}</p>}
      {isFull && <p className={styles.contextWarning}>{texts.contextIsFull()}</p>}
      {summaryEnd === null ? (
        <p className={commonStyles.note}>{texts.nothingToSumUp()}</p>
      ) : (
        <Button
          icon={FoldVertical}
          className={styles.contextAct}
          disabled={isRunning}
          onClick={() => sumUp(summaryEnd)}
        >
          {texts.summarizeEarlier()}
        </Button>
      )}
    </section>
  )
}

function percentOf({ tokens, contextTokens }: ContextView): number {
  return Math.round((100 * tokens) / contextTokens)
}
