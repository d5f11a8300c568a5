/** A model's thoughts before it continued: one line that opens. */
import { Brain, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { ThinkingPart } from '../../../app/contract/conversations'
import { Markdown } from '../../ui/untrusted/markdown'
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
    <div className={styles.thinking}>
      <button
        type="button"
        className={styles.thinkingToggle}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight size={14} aria-hidden className={styles.thinkingChevron} />
        <Brain size={14} aria-hidden />
        {name}
      </button>
      <div id={bodyId} hidden={!isOpen} className={styles.thinkingBody}>
        {isOpen && <Markdown text={text} isStreaming={isStreaming} />}
      </div>
    </div>
  )
}
