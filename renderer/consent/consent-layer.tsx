/** Shows the oldest waiting question, one at a time. Each is a separate dialog. */
import { useMemo, type ComponentType, type ReactNode } from 'react'
import type { Question, QuestionAnswer, QuestionKind } from '../../app/contract/questions/questions'
import { useProjection } from '../state/projection'
import { RenderBoundary } from '../ui/controls/render-boundary'
import { OtherConversation } from './question/other-conversation'
import { QuestionPlace, SafeAnswer } from './question/question-place'
import type { QuestionView, QuestionViewProps } from './question/question-view'
import { questionViews } from './question-views'
import { SuggestedPermission } from './tool-call/suggested-permission'
import { notShown } from '../../app/texts/compiled/window/notShown'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { consent } from '../../app/texts/compiled/window/consent'

export interface ConsentLayerProps {
  /** The open conversation; null: none. */
  readonly shownConversationId: string | null
  /** Nothing covers the page. */
  readonly isPageFree: boolean
  /** Opens a conversation. */
  readonly onShow: (conversationId: string) => void
}

export function ConsentLayer(props: ConsentLayerProps) {
  return (
    <>
      <SuggestedPermission conversationId={props.shownConversationId} />
      <OpenQuestion {...props} />
    </>
  )
}

function OpenQuestion(props: ConsentLayerProps) {
  const question = useProjection((state) => state.questions[0])
  const waitingCount = useProjection((state) => Math.max(0, state.questions.length - 1))
  const models = useProjection((state) => state.models)
  const elsewhere = useElsewhere(question, props)
  if (question === undefined) return null
  const { Dialog, safeAnswer, safeLabel } = viewOf(question.type)
  return (
    <RenderBoundary
      key={dialogOf(question)}
      sentence={notShown.question()}
      text={() => JSON.stringify(question, null, 2)}
      resetKeys={[question.id]}
      renderFailure={(failure) => (
        <UnshownQuestion
          questionId={question.id}
          safeAnswer={safeAnswer}
          safeLabel={safeLabel}
          failure={failure}
        />
      )}
    >
      <QuestionPlace value={question.id}>
        <OtherConversation value={elsewhere}>
          <SafeAnswer value={safeAnswer}>
            <Dialog {...props} question={question} waitingCount={waitingCount} models={models} />
          </SafeAnswer>
        </OtherConversation>
      </QuestionPlace>
    </RenderBoundary>
  )
}

/** The conversation of a question, if the user is looking at another one. */
function useElsewhere(question: Question | undefined, { shownConversationId, onShow }: ConsentLayerProps) {
  const id = question !== undefined && 'conversationId' in question ? question.conversationId : null
  const title = useProjection((state) => state.conversations.find((each) => each.id === id)?.title ?? null)
  return useMemo(
    () =>
      id === null || id === shownConversationId || title === null
        ? null
        : { title, onShow: () => onShow(id) },
    [id, shownConversationId, title, onShow]
  )
}

/**
 * Every question has a new dialog, with its own delay before an approval and without drafts of others. The calls of
 * one conversation share a place where each has its dialog: when the oldest is removed, the shown one stays.
 */
function dialogOf(question: Question): string {
  return question.type === 'tool-call' ? `calls:${question.conversationId}` : question.id
}

interface AnyView {
  readonly Dialog: ComponentType<QuestionViewProps<QuestionKind>>
  readonly safeAnswer: QuestionAnswer
  readonly safeLabel: () => string
}

/** A view gets questions of its own kind only. */
function viewOf(type: QuestionKind): AnyView {
  const { Dialog, safe, safeLabel } = questionViews[type] as unknown as QuestionView<QuestionKind>
  return { Dialog, safeLabel, safeAnswer: { type, decision: safe } as QuestionAnswer }
}

interface UnshownQuestionProps {
  readonly questionId: string
  readonly safeAnswer: QuestionAnswer
  readonly safeLabel: () => string
  /** Replaces its content. */
  readonly failure: ReactNode
}

/** A question that can't be drawn: the user sees its content as plain text and can only give the safe answer. */
function UnshownQuestion({ questionId, safeAnswer, safeLabel, failure }: UnshownQuestionProps) {
  const answerSafely = () => void call('consent.answer', { questionId, answer: safeAnswer }).catch(report)
  return (
    <Dialog
      open
      title={consent.questionWaits()}
      onClose={answerSafely}
      isOutsidePressIgnored
      hasCloseButton={false}
      isAbove
      plainText={null}
      footer={<Button onClick={answerSafely}>{safeLabel()}</Button>}
    >
      {failure}
    </Dialog>
  )
}
