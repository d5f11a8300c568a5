/** `Let the model read this from ‹server›?`: new texts of a server about itself and its tools, with the old ones. */
import type { MetadataQuestion } from '../../../app/contract/questions/questions'
import { nameInSentence } from '../../ui/base/offered-name'
import { DefinitionDiffView } from '../question/definition-diff-view'
import { UnusualName } from '../question/unusual-name'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionNote } from '../question/question-note'
import { diffText } from '../question/sequence-diff'
import { TwoAnswers } from '../question/two-answers'
import { useAnswer } from '../question/use-answer'
import { describeDefinitionChanges } from './definition-changes'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface MetadataQuestionProps {
  readonly question: MetadataQuestion
  readonly waitingCount: number
}

export function MetadataQuestionDialog({ question, waitingCount }: MetadataQuestionProps) {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const answer = (decision: 'let-through' | 'keep-back') => void send({ type: 'server-words', decision })
  const { serverName, instructions, tools } = question
  return (
    <QuestionDialog
      serverName={serverName}
      title={consent.wordsTitle({ server: serverName })}
      description={consent.wordsNote()}
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={sendSafe}
      footer={
        <TwoAnswers
          no={{ decision: 'keep-back', label: consent.keepBack() }}
          yes={{ decision: 'let-through', label: consent.letThrough() }}
          pending={pending}
          onAnswer={answer}
        />
      }
    >
      {instructions !== null && <Instructions instructions={instructions} />}
      {tools.map((tool) => (
        <ToolWords key={tool.name} tool={tool} serverName={serverName} />
      ))}
    </QuestionDialog>
  )
}

type Instructions = NonNullable<MetadataQuestion['instructions']>

function Instructions({ instructions: { text, previous } }: { readonly instructions: Instructions }) {
  const parts = diffText(previous ?? '', text)
  return (
    <DefinitionDiffView
      title={consent.wordsInstructions({ changed: previous === null ? 'no' : 'yes' })}
      changes={[{ label: consent.wordsText(), kind: 'words', parts }]}
    />
  )
}

interface ToolWordsProps {
  readonly tool: MetadataQuestion['tools'][number]
  readonly serverName: string
}

function ToolWords({ tool: { name, definition, previous }, serverName }: ToolWordsProps) {
  const changes = describeDefinitionChanges(previous, definition)
  return (
    <>
      <DefinitionDiffView
        title={consent.wordsOfTool({
          changed: previous === null ? 'no' : 'yes',
          tool: nameInSentence(name)
        })}
        changes={changes}
      />
      {changes.length === 0 && (
        <QuestionNote text={previous === null ? consent.wordsNothing() : consent.changeNotShown()} />
      )}
      <UnusualName name={name} serverName={serverName} />
    </>
  )
}
