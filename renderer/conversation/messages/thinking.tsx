/** A model's thoughts before it continued: one line that opens. */
import { Brain } from 'lucide-react'
import { useId, useState } from 'react'
import type { ThinkingPart } from '../../../app/contract/conversations'
import { FoldButton } from '../../ui/controls/fold-button'
import { Markdown } from '../../ui/untrusted/markdown'
import commonStyles from '../../parts/common.module.css'
import styles from './thinking.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ThinkingProps {
  readonly part: ThinkingPart
  /** The model is still thinking. */
  readonly isStreaming: boolean
}

/** Folded until opened. If the provider shows no thoughts, the line has no button. */
export function Thinking({ part: { text }, isStreaming }: ThinkingProps) {
  const [isOpen, setIsOpen] = useState(false)
  const bodyId = useId()
  const name = isStreaming ? texts.thinkingNow() : texts.thought()
  if (text === '' && !isStreaming) {
    return (
      <p className={styles.thinkingHidden}>
        <Brain size={14} aria-hidden />
        {texts.thoughtNotShown()}
      </p>
    )
  }
  return (
    <div className={commonStyles.note}>
      <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} controls={bodyId}>
        <Brain size={14} aria-hidden />
        {name}
      </FoldButton>
      <div id={bodyId} hidden={!isOpen} className={styles.thinkingBody}>
        {isOpen && <Markdown text={text} isStreaming={isStreaming} />}
      </div>
    </div>
  )
}
