/** Choosing two messages that are compared: one after the other. */
import { useState, type ReactNode } from 'react'
import type { MessageRow } from '../../../app/contract/workbench/messages'
import { differences as texts } from '../../../app/texts/compiled/window/differences'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import commonStyles from '../../parts/common.module.css'
import { MessageComparison } from './message-comparison'
import { shortMethod } from './short-method'

export interface ComparedMessages {
  /** undefined: it is no longer shown. */
  readonly choose: (row: MessageRow | undefined) => void
  /** Which message is chosen, or the comparison of two. */
  readonly notice: ReactNode
}

export function useComparedMessages(serverName: string): ComparedMessages {
  const [chosen, setChosen] = useState<readonly MessageRow[]>([])
  const [first, second] = chosen
  const choose = (row: MessageRow | undefined) => {
    if (row === undefined) return
    const isSecond = first !== undefined && second === undefined
    setChosen(!isSecond ? [row] : first.number === row.number ? [] : [first, row])
  }
  const close = () => setChosen([])
  const notice =
    first === undefined ? null : second === undefined ? (
      <div className={commonStyles.wrapRow}>
        <p role="status">
          <VisibleText
            text={texts.chosenMessage({ name: `${shortMethod(first)} ${first.tool ?? ''}`.trim() })}
          />
        </p>
        <Button size="small" onClick={close}>
          {texts.cancel()}
        </Button>
      </div>
    ) : (
      <MessageComparison serverName={serverName} pair={[first, second]} onClose={close} />
    )
  return { choose, notice }
}
