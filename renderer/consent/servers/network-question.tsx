/** `Let ‹server› reach ‹host›?`: where a sandboxed server wants to connect, the cause, and the answers. */
import type { ReachedHost } from '../../../app/contract/consent/network-access'
import type { NetworkQuestion } from '../../../app/contract/questions/questions'
import { consent } from '../../../app/texts/compiled/window/consent'
import { TextWithElements, textSlot } from '../../ui/base/text-with-elements'
import { formatMoment } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts, Pieces } from '../../ui/untrusted/facts'
import factsStyles from '../../ui/untrusted/facts.module.css'
import { AccessAnswers } from '../question/access-answers'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionNote, QuestionWarnings, showWarnings } from '../question/question-note'
import type { ShownWarning } from '../question/question-note'
import { useAnswer } from '../question/use-answer'

export interface NetworkQuestionProps {
  readonly question: NetworkQuestion
  readonly waitingCount: number
}

export function NetworkQuestionDialog({ question, waitingCount }: NetworkQuestionProps) {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const { serverName, host } = question
  return (
    <QuestionDialog
      serverName={serverName}
      request={question}
      title={consent.reachTitle({ server: serverName, host })}
      description={
        <TextWithElements
          text={consent.reachText({ server: textSlot('server') })}
          with={{
            server: (
              <strong>
                <VisibleText text={serverName} />
              </strong>
            )
          }}
        />
      }
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={sendSafe}
      footer={
        <AccessAnswers pending={pending} onAnswer={(decision) => void send({ type: 'reach', decision })} />
      }
    >
      <QuestionWarnings warnings={warningsFor(question)} />
      <ReachFacts question={question} />
      <QuestionNote text={consent.reachOpenHost()} />
    </QuestionDialog>
  )
}

function warningsFor({ warnings, isConnecting, serverName }: NetworkQuestion): readonly ShownWarning[] {
  const shown = showWarnings(warnings)
  if (isConnecting !== true) return shown
  return [...shown, { level: 'note', text: consent.reachConnecting({ server: serverName }) }]
}

function ReachFacts({ question }: { readonly question: NetworkQuestion }) {
  const { serverName, host, port, calls, namedBy, known, line } = question
  const exact = (text: string) => (
    <code className={factsStyles.factPiece}>
      <ExactText text={text} />
    </code>
  )
  return (
    <Facts>
      <Fact label={consent.reachHost()}>{exact(host)}</Fact>
      <Fact label={consent.reachPort()}>{exact(`${port}`)}</Fact>
      <Fact label={consent.reachCause()}>
        {calls.length === 0 ? (
          consent.reachNoCall()
        ) : (
          <Pieces
            texts={calls.map(({ toolName }) =>
              toolName === null ? consent.reachUnknownCall() : nameInSentence(toolName)
            )}
          />
        )}
      </Fact>
      {known !== undefined && (
        <Fact label={consent.reachSeen()}>
          {known.before === null ? consent.reachFirstTime() : wordsOfBefore(known.before)}
        </Fact>
      )}
      {known?.isInEntry === true && (
        <Fact label={consent.reachEntry()}>
          <VisibleText text={consent.reachInEntry({ server: serverName })} />
        </Fact>
      )}
      {known !== undefined && known.reachedBy.length > 0 && (
        <Fact label={consent.reachReachedBy()}>
          <Pieces texts={known.reachedBy} />
        </Fact>
      )}
      {namedBy.length > 0 && (
        <Fact label={consent.reachNamedBy()}>
          <Pieces texts={namedBy} />
        </Fact>
      )}
      <Fact label={consent.reachAlways()}>{exact(line)}</Fact>
    </Facts>
  )
}

function wordsOfBefore({ ended, refused, failed, firstAt, lastAt }: ReachedHost): string {
  const moments = { first: formatMoment(firstAt ?? lastAt), last: formatMoment(lastAt) }
  return consent.reachBefore({ ended, refused: refused + failed, ...moments })
}
