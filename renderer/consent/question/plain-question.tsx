/** A question without a special dialog: a title, a note, its content, and two answers. */
import type { ReactNode } from 'react'
import type { AnswerOf, QuestionAnswer, QuestionKind } from '../../../app/contract/questions/questions'
import { QuestionDialog } from './question-dialog'
import type { RequestOfServer } from './question-stops'
import type { QuestionView, QuestionViewProps } from './question-view'
import { TwoAnswers } from './two-answers'
import { useAnswer } from './use-answer'

export interface PlainQuestion<K extends QuestionKind> extends Pick<QuestionView<K>, 'safe' | 'safeLabel'> {
  readonly title: (props: QuestionViewProps<K>) => string
  readonly note: (props: QuestionViewProps<K>) => ReactNode
  /** The server request that caused it. Absent: none. */
  readonly request?: (props: QuestionViewProps<K>) => RequestOfServer
  /** Shown between the note and the answers. */
  readonly body: (props: QuestionViewProps<K>) => ReactNode
  readonly yes: {
    readonly decision: AnswerOf<K>['decision']
    readonly label: (props: QuestionViewProps<K>) => string
  }
}

export function plainView<K extends QuestionKind>(type: K, plain: PlainQuestion<K>): QuestionView<K> {
  const { safe, safeLabel } = plain
  function PlainDialog(props: QuestionViewProps<K>) {
    const { question, waitingCount } = props
    const { send, sendSafe, pending, failure } = useAnswer(question.id)
    const { decision, label } = plain.yes
    return (
      <QuestionDialog
        serverName={'serverName' in question ? question.serverName : null}
        {...(plain.request !== undefined && { request: plain.request(props) })}
        title={plain.title(props)}
        description={plain.note(props)}
        waitingCount={waitingCount}
        failure={failure?.message ?? null}
        onSafeAnswer={sendSafe}
        footer={
          <TwoAnswers<string>
            no={{ decision: safe as string, label: safeLabel() }}
            yes={{ decision, label: label(props) }}
            pending={pending}
            onAnswer={(chosen) =>
              chosen === decision ? void send({ type, decision } as unknown as QuestionAnswer) : sendSafe()
            }
          />
        }
      >
        {plain.body(props)}
      </QuestionDialog>
    )
  }
  return { Dialog: PlainDialog, safe, safeLabel }
}
