/** Switches between alternative messages: shows which of how many, with buttons for the previous and next. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../ui/controls/button'
import styles from './branch-switch.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface BranchSwitchProps {
  readonly messageId: string
  /** Ids of all alternatives, oldest first. */
  readonly branches: readonly string[]
  readonly isDisabled: boolean
  readonly onShow: (messageId: string) => void
}

type Direction = 'previous' | 'next'

/** The pressed button is removed with its message, so the focus moves to the new message. */
let wished: { readonly messageId: string; readonly direction: Direction } | null = null

/** Two buttons, `Previous branch` and `Next branch`, and “2 of 3” between them. */
export function BranchSwitch({ messageId, branches, isDisabled, onShow }: BranchSwitchProps) {
  const index = branches.indexOf(messageId)
  const place = texts.branchOf({ index: index + 1, count: branches.length })
  const button = (direction: Direction) => {
    const target = branches[direction === 'previous' ? index - 1 : index + 1]
    return (
      <IconButton
        label={direction === 'previous' ? texts.previousBranch() : texts.nextBranch()}
        icon={direction === 'previous' ? ChevronLeft : ChevronRight}
        size="small"
        data-direction={direction}
        disabled={isDisabled || target === undefined}
        onClick={() => {
          if (target === undefined) return
          wished = { messageId: target, direction }
          onShow(target)
        }}
      />
    )
  }
  return (
    <span
      role="group"
      aria-label={place}
      className={styles.branchSwitch}
      ref={(group) => {
        if (group === null || wished?.messageId !== messageId) return
        focusOn(group, wished.direction)
        wished = null
      }}
    >
      {button('previous')}
      <span aria-hidden>{place}</span>
      {button('next')}
    </span>
  )
}

/** At the first and the last only the other button can have it. */
function focusOn(group: HTMLElement, direction: Direction): void {
  const enabled = [...group.querySelectorAll('button')].filter(({ disabled }) => !disabled)
  const wanted = enabled.find(({ dataset }) => dataset['direction'] === direction) ?? enabled[0]
  wanted?.focus({ preventScroll: true })
}
