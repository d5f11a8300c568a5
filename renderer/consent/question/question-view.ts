/** The screen's parts for one kind of question. */
import type { ComponentType } from 'react'
import type { QuestionKind, QuestionOf, SafeDecision } from '../../../app/contract/questions/questions'
import type { ModelsView } from '../../../app/contract/settings'

export interface QuestionViewProps<K extends QuestionKind> {
  readonly question: QuestionOf<K>
  /** Questions that wait behind this one. */
  readonly waitingCount: number
  readonly models: ModelsView
  /** The open conversation; null: none. */
  readonly shownConversationId: string | null
  /** Nothing covers the page. */
  readonly isPageFree: boolean
}

export interface QuestionView<K extends QuestionKind> {
  readonly Dialog: ComponentType<QuestionViewProps<K>>
  /** The safe answer of its descriptor: nothing else compiles. */
  readonly safe: SafeDecision<K>
  /** Label of the button that gives the safe answer if the dialog can't be drawn. */
  readonly safeLabel: () => string
}
