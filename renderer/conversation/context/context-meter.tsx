/** How full the open conversation's context is, next to the composer. Opens what goes to the model. */
import { useState } from 'react'
import { classNames } from '../../ui/base/class-names'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { latePart } from '../../ui/controls/late-part'
import { showContext, useIsContextShown, useOpenSummary } from './context-view-store'
import { useContextUse } from './use-context'
import type { ContextWish } from './use-context'
import styles from './context-meter.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

const ContextDialog = latePart(async () => (await import('./context-dialog')).ContextDialog)
const SummaryDialog = latePart(async () => (await import('./summary-dialog')).SummaryDialog)

export function ContextMeter(wish: ContextWish) {
  const { conversationId } = wish
  const use = useContextUse(wish)
  const isShown = useIsContextShown(conversationId)
  const summary = useOpenSummary(conversationId)
  const wasShown = useHasBeen(isShown)
  const wasSummed = useHasBeen(summary !== null)
  const percent = use === null ? 0 : Math.round((100 * use.tokens) / use.contextTokens)
  return (
    <>
      {use !== null && (
        <button
          type="button"
          className={classNames(styles.contextMeter, use.isFull && styles.contextFull)}
          aria-haspopup="dialog"
          onClick={() => showContext(conversationId)}
        >
          <span className={styles.contextBar} aria-hidden>
            <span style={{ width: `${Math.min(100, percent)}%` }} />
          </span>
          {use.isFull ? texts.contextFull({ percent }) : texts.contextUsed({ percent })}
        </button>
      )}
      <LazyDialog open={isShown} onClose={() => showContext(null)}>
        {wasShown && <ContextDialog {...wish} use={use} open={isShown} onClose={() => showContext(null)} />}
        {wasSummed && <SummaryDialog {...wish} use={use} summary={summary} />}
      </LazyDialog>
    </>
  )
}

/** Whether it was open since the composer was mounted: the dialog stays mounted, so that the focus can return. */
function useHasBeen(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo)
  if (isSo && !hasBeen) setHasBeen(true)
  return hasBeen || isSo
}
