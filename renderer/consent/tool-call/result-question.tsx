/** `Result of ‹tool› on ‹server›`: a tool's result before the model reads it, to be sent, edited or refused. */
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ToolResultQuestion } from '../../../app/contract/questions/questions'
import { mapFields, readBlockText } from '../../../app/contract/content/content-kinds'
import { readableResult } from '../../../app/contract/content/readable-result'
import type { ContentBlock } from '../../../app/contract/content-blocks'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { ManagedNote } from '../../parts/managed-note'
import { ContentBlocks } from '../../parts/content/content-blocks'
import { nameInSentence } from '../../ui/base/offered-name'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { UnusualName } from '../question/unusual-name'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionNote } from '../question/question-note'
import { RedactableText } from '../question/redactable-text'
import { useAnswer } from '../question/use-answer'
import styles from './result-question.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface ResultQuestionProps {
  readonly question: ToolResultQuestion
  readonly waitingCount: number
}

export function ResultQuestionDialog({ question, waitingCount }: ResultQuestionProps) {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const [blocks] = useState(() => readableResult(question, 2))
  const [first] = useState(() => textsOf(blocks))
  const [texts, setTexts] = useState(first)
  const [isEditing, setIsEditing] = useState(false)
  const isChanged = texts.some((text, index) => text !== first[index])
  const pass = () =>
    void send({ type: 'tool-result', decision: 'pass', ...(isChanged && { texts: [...texts] }) })
  return (
    <QuestionDialog
      serverName={question.serverName}
      title={titleOf(question)}
      description={consent.resultNote()}
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={() => (isEditing ? setIsEditing(false) : sendSafe())}
      footer={
        <>
          <Button
            variant="quiet"
            icon={Pencil}
            className={styles.resultEdit}
            aria-pressed={isEditing}
            disabled={pending !== null || first.length === 0}
            onClick={() => setIsEditing(!isEditing)}
          >
            {consent.editResult()}
          </Button>
          <Button disabled={pending !== null} isBusy={pending === 'refuse'} onClick={sendSafe}>
            {consent.refuse()}
          </Button>
          <PassOn isPending={pending !== null} isBusy={pending === 'pass'} onPass={pass} />
        </>
      }
    >
      {question.what === undefined && (
        <UnusualName name={question.toolName} serverName={question.serverName} />
      )}
      <Notes isError={question.isError} />
      {isChanged && (
        <div className={styles.resultChanged}>
          <p>{consent.changedByYou()}</p>
          <Button size="small" variant="quiet" onClick={() => setTexts(first)}>
            {consent.undoChanges()}
          </Button>
        </div>
      )}
      {isEditing ? (
        <EditedTexts texts={texts} onChange={setTexts} />
      ) : (
        <Blocks blocks={withTexts(blocks, texts)} source={question.serverName} />
      )}
    </QuestionDialog>
  )
}

function titleOf({ what, toolName, serverName: server }: ToolResultQuestion): string {
  const name = nameInSentence(toolName)
  if (what === 'resource') return consent.resourceTitle({ name, server })
  if (what === 'prompt') return consent.promptTitle({ name, server })
  return consent.resultTitle({ tool: name, server })
}

interface PassOnProps {
  readonly isPending: boolean
  readonly isBusy: boolean
  readonly onPass: () => void
}

function PassOn({ isPending, isBusy, onPass }: PassOnProps) {
  return (
    <GuardedButton variant="primary" disabled={isPending} isBusy={isBusy} onPress={onPass}>
      {consent.passOn()}
    </GuardedButton>
  )
}

function Notes({ isError }: { readonly isError: boolean }) {
  const managed = useProjection((state) => state.settings.managed)
  return (
    <>
      {managed?.isResultGateForced === true && (
        <ManagedNote file={managed.file}>{consent.everyResultShown()}</ManagedNote>
      )}
      {isError && <QuestionNote text={consent.toolReportsError()} />}
    </>
  )
}

interface BlocksProps {
  readonly blocks: readonly ContentBlock[]
  readonly source: string
}

function Blocks({ blocks, source }: BlocksProps) {
  if (blocks.length === 0) return <p className={styles.resultEmpty}>{consent.emptyResult()}</p>
  return <ContentBlocks shownIn="question" source={source} blocks={blocks} />
}

interface EditedTextsProps {
  readonly texts: readonly string[]
  readonly onChange: (texts: readonly string[]) => void
}

function EditedTexts({ texts, onChange }: EditedTextsProps) {
  return texts.map((text, index) => (
    <RedactableText
      // Texts have no names and do not change places.
      // eslint-disable-next-line react/no-array-index-key
      key={index}
      label={texts.length === 1 ? consent.result() : consent.resultText({ number: index + 1 })}
      rows={6}
      value={text}
      onChange={(changed) => onChange(texts.with(index, changed))}
    />
  ))
}

function textsOf(blocks: readonly ContentBlock[]): readonly string[] {
  return blocks.flatMap((block) => readBlockText(block) ?? [])
}

function withTexts(blocks: readonly ContentBlock[], texts: readonly string[]): readonly ContentBlock[] {
  let next = 0
  return blocks.map((block) => mapFields(block, { words: () => texts[next++] ?? '' }))
}
