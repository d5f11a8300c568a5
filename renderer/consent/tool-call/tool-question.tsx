/** `Allow ‹tool› on ‹server›?`: who asks, the server's description of the tool, all arguments, and the answers. */
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { isRemarkable } from '../../../app/contract/questions/calls-together'
import type { JsonObject } from '../../../app/contract/json'
import type { GrantScope } from '../../../app/contract/grants'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { useCardPlace, useStripPlace } from '../../parts/question-places-view-store'
import { nameInSentence } from '../../ui/base/offered-name'
import { Button } from '../../ui/controls/button'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { SchemaFormTabs } from '../../ui/schema-form/tabs'
import { UnusualName } from '../question/unusual-name'
import { ApprovingKey, ApprovingKeyHint } from './approving-key'
import { approvingKeys } from './approving-keys'
import { ArgumentsView } from './arguments-view'
import { StepCalls } from './step-calls'
import { DataFlowNotice } from './data-flow'
import { ModelText } from './model-text'
import { KeepBodyHeight } from '../question/keep-answers-in-place'
import { QuestionCard } from '../question/question-card'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionDialog } from '../question/question-dialog'
import type { QuestionDialogProps } from '../question/question-dialog'
import { ServerFlow } from './server-flow'
import { ServerText, ToolFacts } from './tool-facts'
import { ToolLimits } from './tool-limits'
import { QuestionStrip, type QuestionStripProps } from './question-strip'
import { useLimits, type Limits } from './use-limits'
import { WrittenFile } from './written-file'
import { useToolAnswer, type ToolAnswer, type ToolDecision } from './use-tool-answer'
import headingStyles from '../question/question-heading.module.css'
import styles from './tool-question.module.css'
import { toFieldProblems } from '../../parts/argument-problems'
import { consent } from '../../../app/texts/compiled/window/consent'
import { TextWithElements, textSlot } from '../../ui/base/text-with-elements'
import { Clamp } from '../../ui/controls/clamp'
import { CodeBlock } from '../../ui/untrusted/code-block'
import { useProjection } from '../../state/projection'
import { ManagedNote } from '../../parts/managed-note'

export interface ToolQuestionProps {
  readonly question: ToolCallQuestion
  /** Waiting calls of the same step, too. */
  readonly others: readonly ToolCallQuestion[]
  readonly strip: QuestionStripProps
  /** The user moved to it from another one: its card scrolls into view. */
  readonly wasTurnedTo: boolean
  /** Shows another of them instead of this one. */
  readonly onShow: (questionId: string) => void
  readonly waitingCount: number
  /** Display name of the model that asks; null if the user does. */
  readonly modelName: string | null
  /** The call is on the page, and nothing covers it. */
  readonly isOnPage: boolean
}

export function ToolQuestion(props: ToolQuestionProps) {
  const { others, onShow, waitingCount, modelName } = props
  const question = useManagedQuestion(props.question)
  const [isEditing, setIsEditing] = useState(false)
  const answer = useToolAnswer(question, () => setIsEditing(true))
  const limits = useLimits(question.suggestedConditions ?? [])
  return (
    <Frame
      question={question}
      isOnPage={props.isOnPage}
      isBroughtUp={props.wasTurnedTo}
      serverName={question.serverName}
      title={consent.callTitle({ tool: nameInSentence(question.toolName), server: question.serverName })}
      heading={<CallTitle question={question} />}
      description={<Asker modelName={modelName} />}
      waitingCount={waitingCount}
      failure={answer.failure}
      onSafeAnswer={() => (isEditing ? setIsEditing(false) : answer.deny())}
      footer={
        <Answers
          answer={answer}
          limits={limits}
          scopes={question.scopes}
          isCalm={isCalm(question)}
          isEditing={isEditing}
          onEdit={() => setIsEditing(!isEditing)}
        />
      }
    >
      <QuestionStrip {...props.strip} />
      <KeepBodyHeight isEditing={isEditing} />
      <UnusualName name={question.toolName} serverName={question.serverName} />
      <ToolFacts question={question} />
      {question.script !== undefined && <ScriptNotice code={question.script} />}
      <ServerFlow question={question} answer={answer} />
      {!answer.isChanged && <DataFlowNotice question={question} />}
      <WrittenFile question={question} args={answer.args} />
      <Arguments question={question} answer={answer} isEditing={isEditing} />
      {question.otherParams !== undefined && <OtherParams params={question.otherParams} />}
      {!isEditing && <ServerText question={question} />}
      {!isEditing && <ToolLimits question={question} limits={limits} answer={answer} />}
      <ManagedScopes />
      {others.length > 0 && (
        <StepCalls
          shown={question}
          others={others}
          onShow={onShow}
          isChanged={isEditing || answer.isChanged}
        />
      )}
    </Frame>
  )
}

/** Nothing in it needs a second look: it deletes nothing, and carries no text from another server. */
function isCalm(question: ToolCallQuestion): boolean {
  const { effect, newFlows = [], previousDefinition } = question
  const isHeavy = effect === 'destructive' || effect === 'doubtful'
  return !isRemarkable(question) && !isHeavy && newFlows.length === 0 && previousDefinition === undefined
}

interface FrameProps extends Omit<QuestionDialogProps, 'request' | 'onOutsidePress'> {
  readonly question: ToolCallQuestion
  readonly isOnPage: boolean
  readonly isBroughtUp: boolean
  readonly children: ReactNode
}

/**
 * A calm question is in its call's card from the beginning, if that is on the page. It stays there unless the user
 * asks for it where there is no card. Every other question is over the page.
 */
function Frame({ question, isOnPage, isBroughtUp, ...frame }: FrameProps) {
  const card = useCardPlace(question.callId)
  useEffect(() => {
    if (isBroughtUp) card?.scrollIntoView({ block: 'center' })
  }, [isBroughtUp, card])
  const line = useStripPlace()
  const [isInCard, setIsInCard] = useState(() => isCalm(question) && isOnPage)
  if (isInCard && (card !== null || line !== null))
    return <QuestionCard {...frame} card={card} onLeaveCard={() => setIsInCard(false)} />
  return (
    <QuestionDialog {...frame}>
      {/* In the card it would be shown twice. */}
      <ModelText question={question} />
      {frame.children}
    </QuestionDialog>
  )
}

/** Tool and server each have their place, for any tool name. */
function CallTitle({ question }: { readonly question: ToolCallQuestion }) {
  return (
    <TextWithElements
      text={consent.callTitle({ tool: textSlot('tool'), server: textSlot('server') })}
      with={{
        tool: <code className={styles.titleTool}>{nameInSentence(question.toolName)}</code>,
        server: <span className={styles.titleServer}>{plainWithMarks(question.serverName)}</span>
      }}
    />
  )
}

interface ArgumentsProps {
  readonly question: ToolCallQuestion
  readonly answer: ToolAnswer
  readonly isEditing: boolean
}

function Arguments({ question, answer, isEditing }: ArgumentsProps) {
  return (
    <section>
      <div className={styles.toolArgumentsHead}>
        <h3 className={headingStyles.questionHeading}>
          {answer.isChanged ? consent.changedArguments() : consent.arguments()}
        </h3>
        {answer.isChanged && (
          <Button size="small" variant="quiet" onClick={answer.reset}>
            {consent.undoChanges()}
          </Button>
        )}
      </div>
      {isEditing ? (
        <SchemaFormTabs
          schema={question.inputSchema}
          value={answer.args}
          problems={toFieldProblems(answer.problems)}
          onChange={answer.change}
          onUnreadable={answer.setIsUnreadable}
        />
      ) : (
        <ArgumentsView args={answer.args} {...(!answer.isChanged && { flows: question.flows ?? [] })} />
      )}
    </section>
  )
}

/** What the user wrote into the call beside its arguments. */
function OtherParams({ params }: { readonly params: JsonObject }) {
  return (
    <section>
      <h3 className={headingStyles.questionHeading}>{consent.otherParams()}</h3>
      <p>{consent.otherParamsNote()}</p>
      <ArgumentsView args={params} label={consent.otherParams()} />
    </section>
  )
}

function Asker({ modelName }: { readonly modelName: string | null }) {
  if (modelName === null) return <>{consent.askedByYou()}</>
  const model = (
    <strong>
      <VisibleText text={modelName} />
    </strong>
  )
  return <TextWithElements text={consent.askedByModel({ model: textSlot('model') })} with={{ model }} />
}

interface AnswersProps {
  readonly answer: ToolAnswer
  readonly limits: Limits
  readonly scopes: ToolCallQuestion['scopes']
  /** A call that needs a second look has no emphasized approval, and no key for it. */
  readonly isCalm: boolean
  readonly isEditing: boolean
  readonly onEdit: () => void
}

function Answers({ answer, limits, scopes, isCalm: hasKey, isEditing, onEdit }: AnswersProps) {
  const isPending = answer.pending !== null
  const allowOnce = () => answer.approve('allow-once', [])
  const isOffered = (scope: GrantScope) => scopes === undefined || scopes.includes(scope)
  const approve = (decision: ToolDecision, label: string) => (
    <GuardedButton
      disabled={isPending}
      isBusy={answer.pending === decision}
      onPress={() => answer.approve(decision, limits.read('one'))}
    >
      {label}
    </GuardedButton>
  )
  return (
    <>
      <Button
        variant="quiet"
        icon={Pencil}
        className={styles.toolEdit}
        aria-pressed={isEditing}
        disabled={isPending}
        onClick={onEdit}
      >
        {consent.editArguments()}
      </Button>
      <Button disabled={isPending} isBusy={answer.pending === 'deny'} onClick={answer.deny}>
        {consent.deny()}
      </Button>
      {isOffered('always') && approve('allow-always', consent.alwaysAllow())}
      {isOffered('conversation') && approve('allow-conversation', consent.allowForConversation())}
      <GuardedButton
        variant={hasKey ? 'primary' : 'secondary'}
        disabled={isPending}
        isBusy={answer.pending === 'allow-once'}
        aria-keyshortcuts={hasKey ? approvingKeys : undefined}
        onPress={allowOnce}
      >
        {consent.allowOnce()}
        {hasKey && <ApprovingKeyHint />}
      </GuardedButton>
      {hasKey && !isPending && <ApprovingKey onApprove={allowOnce} />}
    </>
  )
}

/** Says that a script makes the call instead of the model directly, with the script folded below. */
function ScriptNotice({ code }: { readonly code: string }) {
  return (
    <details className={styles.scriptNotice}>
      <summary>{consent.calledByScript()}</summary>
      <Clamp>
        <CodeBlock code={code} language="javascript" />
      </Clamp>
    </details>
  )
}

/** The longer permissions that a policy allows in a question, and why others are missing. */
function ManagedScopes() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined || managed.forbiddenScopes.length === 0) return null
  return <ManagedNote file={managed.file}>{consent.scopesForbidden()}</ManagedNote>
}

/** The same question without permissions that were forbidden since. */
function useManagedQuestion(question: ToolCallQuestion): ToolCallQuestion {
  const forbidden = useProjection((state) => state.settings.managed?.forbiddenScopes)
  const { scopes } = question
  if (forbidden === undefined || scopes === undefined) return question
  return { ...question, scopes: scopes.filter((scope) => !forbidden.includes(scope)) }
}
