/** `‹server› asks for input`: why, one control per field, exactly what will be sent, and the three answers. */
import { useEffect, useRef } from 'react'
import type { ElicitationQuestion } from '../../../app/contract/questions/questions'
import type { JsonObject } from '../../../app/contract/json'
import { Button } from '../../ui/controls/button'
import { JsonView } from '../../ui/untrusted/json-view'
import { Switch } from '../../ui/controls/switch'
import { SchemaForm } from '../../ui/schema-form/schema-form'
import { isJsonRecord } from '../../ui/schema-form/json'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionWarnings } from '../question/question-note'
import { RequestingServer, ServerMessage } from '../question/requesting-server'
import { useFormAnswer, type FormAnswer } from './use-form-answer'
import headingStyles from '../question/question-heading.module.css'
import styles from './elicitation-question.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'
import { ui } from '../../../app/texts/compiled/window/ui'
import { toText } from '../../../app/texts/localized'

export interface ElicitationQuestionProps {
  readonly question: ElicitationQuestion
  readonly waitingCount: number
}

export function ElicitationQuestionDialog({ question, waitingCount }: ElicitationQuestionProps) {
  const answer = useFormAnswer(question)
  const { refusal, doubt } = question
  const warning = refusal ?? doubt
  const isHeld = doubt !== null && !answer.acceptsDoubt
  return (
    <QuestionDialog
      serverName={question.serverName}
      request={question}
      title={consent.inputTitle({ server: question.serverName })}
      description={
        <RequestingServer question={question} text={consent.asksInput}>
          {refusal === null ? consent.onlyWhatYouSubmit() : consent.nothingIsSent()}
        </RequestingServer>
      }
      waitingCount={waitingCount}
      failure={answer.failure}
      onSafeAnswer={answer.cancel}
      // A stray press doesn't lose the values.
      onOutsidePress={answer.isTouched ? undefined : answer.cancel}
      footer={<Answers answer={answer} canSubmit={refusal === null} isHeld={isHeld} />}
    >
      {warning !== null && <QuestionWarnings warnings={[{ level: 'danger', text: toText(warning) }]} />}
      <ServerMessage serverName={question.serverName} message={question.message} />
      {refusal === null && <Form question={question} answer={answer} />}
      {doubt !== null && (
        <Switch
          label={consent.noSecretInside()}
          isOn={answer.acceptsDoubt}
          onChange={answer.setAcceptsDoubt}
        />
      )}
    </QuestionDialog>
  )
}

interface FormProps {
  readonly question: ElicitationQuestion
  readonly answer: FormAnswer
}

function Form({ question, answer }: FormProps) {
  const fields = useRef<HTMLElement>(null)
  const { refusalCount } = answer
  useEffect(() => {
    if (refusalCount > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusalCount])
  return (
    <>
      {hasFields(question.requestedSchema) && (
        <section ref={fields} aria-label={consent.yourAnswers()}>
          <SchemaForm
            schema={question.requestedSchema}
            value={answer.content}
            problems={answer.problems}
            isLabelledByTitle
            onChange={answer.change}
            onUnreadable={answer.setIsUnreadable}
          />
        </section>
      )}
      <section className={styles.sentPreview}>
        <h3 className={headingStyles.questionHeading}>{consent.whatIsSent()}</h3>
        <JsonView value={answer.content} label={consent.whatIsSent()} />
      </section>
    </>
  )
}

/** Some forms only need an approval. */
function hasFields({ properties }: JsonObject): boolean {
  return isJsonRecord(properties) && Object.keys(properties).length > 0
}

interface AnswersProps {
  readonly answer: FormAnswer
  readonly canSubmit: boolean
  /** A second look is required before. */
  readonly isHeld: boolean
}

function Answers({ answer, canSubmit, isHeld }: AnswersProps) {
  const { pending } = answer
  return (
    <>
      <Button disabled={pending !== null} isBusy={pending === 'decline'} onClick={answer.decline}>
        {consent.decline()}
      </Button>
      <Button disabled={pending !== null} isBusy={pending === 'cancel'} onClick={answer.cancel}>
        {ui.cancel()}
      </Button>
      {canSubmit && (
        <GuardedButton
          variant="primary"
          disabled={pending !== null || isHeld}
          isBusy={pending === 'submit'}
          onPress={answer.submit}
        >
          {consent.submit()}
        </GuardedButton>
      )}
    </>
  )
}
