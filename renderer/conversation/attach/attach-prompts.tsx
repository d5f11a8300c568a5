/** Prompts of all connected servers, below the resources. Choosing one replaces the dialog. */
import { MessageSquareText } from 'lucide-react'
import type { PromptView } from '../../../app/contract/offers'
import { VisibleText } from '../../ui/base/hidden-characters'
import { OfferedIcon } from '../../parts/offered-icon'
import partStyles from './attach-parts.module.css'
import commonStyles from '../../parts/common.module.css'
import styles from './attach-prompts.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface AttachPromptsProps {
  readonly prompts: readonly PromptView[]
  readonly onPrompt: (prompt: PromptView) => void
}

/** The filter finds the others. */
const shownAtOnce = 50

/** A group named `Prompts`; each is a button. */
export function AttachPrompts({ prompts, onPrompt }: AttachPromptsProps) {
  if (prompts.length === 0) return null
  const hiddenCount = prompts.length - shownAtOnce
  return (
    <section role="group" aria-label={texts.prompts()} className={partStyles.attachSection}>
      <h3 className={partStyles.attachServer}>{texts.prompts()}</h3>
      {prompts.slice(0, shownAtOnce).map((prompt) => (
        <button
          key={`${prompt.serverName}\n${prompt.name}`}
          type="button"
          className={styles.attachPrompt}
          onClick={() => onPrompt(prompt)}
        >
          <OfferedIcon serverName={prompt.serverName} icons={prompt.icons} fallback={MessageSquareText} />
          <span className={styles.attachPromptName}>
            <VisibleText text={`/${prompt.name}`} />
          </span>
          <span className={commonStyles.smallNote}>
            <VisibleText text={prompt.serverName} />
          </span>
        </button>
      ))}
      {hiddenCount > 0 && <p className={partStyles.attachMore}>{texts.moreHidden({ count: hiddenCount })}</p>}
    </section>
  )
}

/** Prompts that contain every word of the filter. */
export function filterPrompts(prompts: readonly PromptView[], filter: string): readonly PromptView[] {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean)
  return prompts.filter(({ name, title, description, serverName }) => {
    const text = `${name} ${title ?? ''} ${description} ${serverName}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
