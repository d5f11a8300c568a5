/** `Allow ‹tool› on ‹server›?`: who asks, what the server says of the tool, the arguments in full, and the answers. */
import { CircleHelp, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ToolCallQuestion } from '../../app/contract/consents'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { Clamp } from '../ui/clamp'
import { VisibleText } from '../ui/hidden-characters'
import { SchemaFormTabs } from '../ui/schema-form-tabs'
import { describeHints } from './annotation-hints'
import { ArgumentsView } from './arguments-view'
import { ApproveButton, QuestionDialog } from './question-dialog'
import './tool-question.css'
import { useToolAnswer, type ToolAnswer, type ToolDecision } from './use-tool-answer'

export interface ToolQuestionProps {
  readonly question: ToolCallQuestion
  readonly waitingCount: number
  /** Display name of the model that asks; null when the person does. */
  readonly modelName: string | null
}

export function ToolQuestion({ question, waitingCount, modelName }: ToolQuestionProps) {
  const [isEditing, setIsEditing] = useState(false)
  const answer = useToolAnswer(question, () => setIsEditing(true))
  return (
    <QuestionDialog
      title={`Allow ${question.toolName} on ${question.serverName}?`}
      description={<Asker modelName={modelName} />}
      waitingCount={waitingCount}
      failure={answer.failure}
      onSafeAnswer={() => (isEditing ? setIsEditing(false) : answer.deny())}
      footer={<Answers answer={answer} isEditing={isEditing} onEdit={() => setIsEditing(!isEditing)} />}
    >
      {question.note !== null && (
        <p className="question-note">
          <CircleHelp size={16} aria-hidden />
          <span>
            <VisibleText text={question.note} />
          </span>
        </p>
      )}
      <section>
        <div className="tool-arguments-head">
          <h3 className="question-heading">{answer.isChanged ? 'Arguments, changed by you' : 'Arguments'}</h3>
          {answer.isChanged && (
            <Button size="small" variant="quiet" onClick={answer.reset}>
              Undo changes
            </Button>
          )}
        </div>
        {isEditing ? (
          <SchemaFormTabs
            schema={question.inputSchema}
            value={answer.args}
            problems={answer.problems}
            onChange={answer.change}
            onUnreadable={answer.setIsUnreadable}
          />
        ) : (
          <ArgumentsView args={answer.args} />
        )}
      </section>
      {!isEditing && <ServerWords question={question} />}
    </QuestionDialog>
  )
}

function Asker({ modelName }: { readonly modelName: string | null }) {
  if (modelName === null)
    return <>You asked for this call. Nothing is sent to the server before you allow it.</>
  return (
    <>
      <strong>
        <VisibleText text={modelName} />
      </strong>{' '}
      asks for this call. Nothing is sent to the server before you allow it.
    </>
  )
}

function ServerWords({ question }: { readonly question: ToolCallQuestion }) {
  const hints = describeHints(question.annotations)
  if (question.toolTitle === null && question.toolDescription === '' && hints.length === 0) return null
  return (
    <section className="server-words" aria-label={`What ${question.serverName} says of the tool`}>
      <h3 className="question-heading">
        How the server <VisibleText text={question.serverName} /> describes it
      </h3>
      {question.toolTitle !== null && (
        <p className="server-words-title">
          <VisibleText text={question.toolTitle} />
        </p>
      )}
      {question.toolDescription !== '' && (
        <Clamp>
          <p className="server-words-text">
            <VisibleText text={question.toolDescription} />
          </p>
        </Clamp>
      )}
      {hints.length > 0 && (
        <div className="server-words-hints">
          <span>The server says: </span>
          <ul>
            {hints.map((hint) => (
              <li key={hint}>
                <Badge>{hint}</Badge>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

interface AnswersProps {
  readonly answer: ToolAnswer
  readonly isEditing: boolean
  readonly onEdit: () => void
}

function Answers({ answer, isEditing, onEdit }: AnswersProps) {
  const isPending = answer.pending !== null
  const approve = (decision: ToolDecision, label: string, variant: 'primary' | 'secondary' = 'secondary') => (
    <ApproveButton
      variant={variant}
      disabled={isPending}
      isBusy={answer.pending === decision}
      onApprove={() => answer.approve(decision)}
    >
      {label}
    </ApproveButton>
  )
  return (
    <>
      <Button
        variant="quiet"
        icon={Pencil}
        className="tool-edit"
        aria-pressed={isEditing}
        disabled={isPending}
        onClick={onEdit}
      >
        Edit arguments
      </Button>
      <Button disabled={isPending} isBusy={answer.pending === 'deny'} onClick={answer.deny}>
        Deny
      </Button>
      {approve('allow-always', 'Always allow')}
      {approve('allow-conversation', 'Allow for this conversation')}
      {approve('allow-once', 'Allow once', 'primary')}
    </>
  )
}
