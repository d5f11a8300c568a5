/** The filter of messages, completed while typing. What Parley can't understand in it is explained below. */
import { useEffect, useState } from 'react'
import type { FilterProblem } from '../../../app/contract/workbench/messages'
import { toText } from '../../../app/texts/localized'
import { messages as texts } from '../../../app/texts/compiled/window/messages'
import { call } from '../../bridge/call'
import { CompletionField } from '../../ui/controls/completion-field'
import styles from './messages-panel.module.css'

export interface FilterFieldProps {
  readonly serverName: string
  readonly filter: string
  readonly problems: readonly FilterProblem[]
  readonly onChange: (filter: string) => void
}

export function FilterField({ serverName, filter, problems, onChange }: FilterFieldProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [offered, setOffered] = useState<{ readonly filter: string; readonly filters: string[] } | null>(null)
  useEffect(() => {
    if (!isAsking) return
    let isCurrent = true
    call('messages.complete-filter', { serverName, filter }).then(
      ({ filters }) => isCurrent && setOffered({ filter, filters }),
      () => {} // then none are offered
    )
    return () => void (isCurrent = false)
  }, [serverName, filter, isAsking])
  return (
    <div className={styles.filter}>
      <CompletionField
        label={texts.filterMessages()}
        isLabelHidden
        placeholder={texts.filterExample()}
        value={filter}
        onChange={(typed) => onChange(typed.replaceAll('\n', ' '))}
        values={offered?.filter === filter ? offered.filters : []}
        error={problems.length > 0 ? problems.map(({ reason }) => toText(reason)).join(' ') : null}
        onAsk={setIsAsking}
        onEnter={() => setIsAsking(false)}
      />
    </div>
  )
}
