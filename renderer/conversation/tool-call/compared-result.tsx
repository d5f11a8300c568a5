/** The result of a call that ran again, compared with its earlier result. */
import { Suspense } from 'react'
import type { RerunOf, ToolCallPart } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { useRead } from '../../bridge/use-read'
import { FailureText } from '../../ui/controls/failure-text'
import { latePart } from '../../ui/controls/late-part'
import { resultText } from './result-text'
import commonStyles from '../../parts/common.module.css'
import partStyles from './tool-call-parts.module.css'
import styles from './compared-result.module.css'

const ChangedLines = latePart(async () => (await import('../../parts/changed-lines')).ChangedLines)

/** A stored call; null if deleted. */
export type ReadCall = (place: RerunOf) => Promise<ToolCallPart | null>

export interface ComparedResultProps {
  readonly part: ToolCallPart
  readonly read: ReadCall | undefined
}

/** A region named `Compared with the earlier call`; nothing if there is none or the call still runs. */
export function ComparedResult({ part, read }: ComparedResultProps) {
  const { rerunOf, endedAt } = part
  if (rerunOf === undefined || endedAt === null || read === undefined) return null
  return <Compared part={part} place={rerunOf} read={read} />
}

interface ComparedProps {
  readonly part: ToolCallPart
  readonly place: RerunOf
  readonly read: ReadCall
}

function Compared({ part, place, read }: ComparedProps) {
  const wanted = async () => ({ earlier: await read(place) })
  const { value, failure } = useRead({ key: `${place.messageId} ${place.callId}`, read: wanted })
  return (
    <section className={styles.compared} aria-label={texts.comparedCalls()}>
      <div className={partStyles.toolCallLabel}>{texts.comparedCalls()}</div>
      <FailureText text={failure} />
      {value !== null && value.earlier === null && (
        <p className={commonStyles.note}>{texts.earlierCallGone()}</p>
      )}
      {value?.earlier && (
        <Suspense fallback={null}>
          <Differences part={part} earlier={value.earlier} />
        </Suspense>
      )}
    </section>
  )
}

function Differences({ part, earlier }: { readonly part: ToolCallPart; readonly earlier: ToolCallPart }) {
  const argumentsOf = (call: ToolCallPart) => ended(JSON.stringify(call.arguments, null, 2))
  const isCut = part.kept !== undefined || earlier.kept !== undefined
  return (
    <>
      <ChangedLines
        before={argumentsOf(earlier)}
        after={argumentsOf(part)}
        sum={(count) => (isNone(count) ? texts.sameArguments() : texts.otherArguments(count))}
        more={(count) => texts.moreChangedLines({ count })}
      />
      <ChangedLines
        before={ended(resultText(earlier))}
        after={ended(resultText(part))}
        sum={(count) => (isNone(count) ? texts.sameResult() : texts.otherResult(count))}
        more={(count) => texts.moreChangedLines({ count })}
      />
      {isCut && <p className={commonStyles.note}>{texts.beginningsCompared()}</p>}
    </>
  )
}

/** The library reports a missing newline at the end, which is irrelevant here. */
function ended(text: string): string {
  return `${text}\n`
}

function isNone({ added, removed }: { readonly added: number; readonly removed: number }): boolean {
  return added + removed === 0
}
