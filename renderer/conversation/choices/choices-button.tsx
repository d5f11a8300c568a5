/**
 * At the end of the title line: how the conversation's settings differ from the defaults, and a button to change
 * them.
 */
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useProjection } from '../../state/projection'
import { describeChoices } from '../../parts/choices/choices-texts'
import { IconButton } from '../../ui/controls/button'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { Tooltip } from '../../ui/controls/tooltip'
import { latePart } from '../../ui/controls/late-part'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { useChoices } from '../content/choices-view-store'
import { useConversationFolders } from '../folders/folders-view-store'
import styles from './choices-button.module.css'
import { choices as texts } from '../../../app/texts/compiled/window/choices'

const ChoicesDialog = latePart(async () => (await import('./choices-dialog')).ChoicesDialog)

export interface ChoicesButtonProps {
  /** Null: a new conversation. */
  readonly conversationId: string | null
  readonly model: string
  readonly onChooseModel: (model: string) => void
}

/** A button named `Conversation settings`. */
export function ChoicesButton(props: ChoicesButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setIsOpen(true)
  }
  return (
    <div className={styles.choicesPlace}>
      <Differences conversationId={props.conversationId} />
      <IconButton
        label={texts.settings()}
        icon={SlidersHorizontal}
        size="small"
        data-command="set-conversation"
        onClick={open}
      />
      {wasOpened && (
        <LazyDialog open={isOpen} onClose={() => setIsOpen(false)}>
          <ChoicesDialog
            key={props.conversationId ?? ''}
            {...props}
            open={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </LazyDialog>
      )}
    </div>
  )
}

function Differences({ conversationId }: Pick<ChoicesButtonProps, 'conversationId'>) {
  const choices = useChoices(conversationId)
  const { length } = useConversationFolders(conversationId)
  const name = useProjection((state) => state.assistants.find(({ id }) => id === choices.assistantId)?.name)
  const words = [...(name === undefined ? [] : [name]), ...describeChoices(choices, length)].join(' · ')
  if (words === '') return null
  return (
    <Tooltip text={plainWithMarks(words)} isForCutText>
      <p className={styles.choicesDiffer} aria-label={texts.differs()} role="note">
        <span className={styles.choicesWords} data-may-be-cut>
          <VisibleText text={words} />
        </span>
      </p>
    </Tooltip>
  )
}
