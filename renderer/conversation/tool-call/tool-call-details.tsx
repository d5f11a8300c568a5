/** A call's details: arguments as sent, and the result. */
import { ScrollText, Pencil, RotateCw } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ContentBlock as Block } from '../../../app/contract/content-blocks'
import type { ToolCallPart } from '../../../app/contract/conversations'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { Button } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { VisibleText } from '../../ui/base/hidden-characters'
import { DataView } from '../../ui/untrusted/data-view'
import { JsonView } from '../../ui/untrusted/json-view'
import type { AttachedResource } from '../content/attachments-view-store'
import { linkActions } from '../content/resource-link-actions'
import { ContentBlockView } from '../../parts/content/content-blocks'
import { ServerMetadata } from '../../parts/content/server-metadata'
import { RevokePermission } from './permission-badge'
import { ComparedResult } from './compared-result'
import type { ReadCall } from './compared-result'
import { LateAnswer } from './late-answer'
import { rowsIn, withoutRepeat } from './result-blocks'
import { ContinuedReadingSource } from './continued-reading'
import { nameResultKinds } from './result-kinds'
import { ReviewedResult } from './reviewed-result'
import { isAskForScripts, isScript, ScriptParts } from './script-parts'
import { isToolSearch, ToolSearchResult } from './tool-search-result'
import { SaveAsTest } from './save-as-test'
import { StructuredResult } from './structured-result'
import { WholeResult } from './whole-result'
import type { ReadResult } from './whole-result'
import commonStyles from '../../parts/common.module.css'
import partStyles from './tool-call-parts.module.css'
import styles from './tool-call-details.module.css'
import { failureText } from '../../../app/texts/localized'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ToolCallDetailsProps {
  readonly part: ToolCallPart
  /** For a script: the cards of its calls and their number. */
  readonly calls?: ReactNode
  readonly callCount?: number
  readonly onAttach?: ((resource: AttachedResource) => void) | undefined
  readonly onShowLog?: ((serverName: string) => void) | undefined
  /** Reads the stored text of a long result. */
  readonly readResult?: ReadResult | undefined
  /** Reads the earlier call that this one repeats. */
  readonly readCall?: ReadCall | undefined
  readonly onRunAgain?: ((withOthers: boolean) => void) | undefined
}

export function ToolCallDetails(props: ToolCallDetailsProps) {
  const { part, onAttach, onShowLog, calls = null, callCount = 0, readResult, onRunAgain } = props
  return (
    <div className={styles.toolCallBody}>
      {isScript(part) ? (
        <ScriptParts part={part} calls={calls} callCount={callCount} />
      ) : (
        <ArgumentsSection part={part} />
      )}
      <RevokePermission part={part} />
      <ContinuedReadingSource part={part} />
      <Outcome part={part} onAttach={onAttach} />
      <WholeResult part={part} read={readResult} />
      <WayToLog part={part} onShowLog={onShowLog} />
      <ReviewedResult part={part} />
      {part.lateAnswer !== undefined && (
        <LateAnswer answer={part.lateAnswer} serverName={part.serverName ?? texts.fromTheServer()} />
      )}
      <ComparedResult part={part} read={props.readCall} />
      {onRunAgain !== undefined && <RunAgain part={part} onRunAgain={onRunAgain} />}
    </div>
  )
}

function ArgumentsSection({ part }: { readonly part: ToolCallPart }) {
  if (Object.keys(part.arguments).length === 0) return null
  return (
    <section className={partStyles.toolCallSection}>
      <div className={partStyles.toolCallLabel}>{texts.arguments()}</div>
      <Clamp>
        <div data-hit-words="asked">
          <Arguments value={part.arguments} />
        </div>
      </Clamp>
    </section>
  )
}

/** Multi-line texts are shown as text, because JSON would show line breaks as escapes. */
function Arguments({ value }: { readonly value: ToolCallPart['arguments'] }) {
  const hasLines = Object.values(value).some((item) => typeof item === 'string' && item.includes('\n'))
  return hasLines ? (
    <DataView value={value} label={texts.arguments()} />
  ) : (
    <JsonView value={value} label={texts.arguments()} isCompact />
  )
}

function Outcome({ part, onAttach }: ToolCallDetailsProps) {
  if (part.failure !== null) {
    return (
      <p className={styles.toolCallFailure}>
        <VisibleText text={failureText(part.failure)} />
      </p>
    )
  }
  if (isAskForScripts(part) && (part.state === 'done' || part.state === 'denied'))
    return <p className={commonStyles.note}>{scriptsAnswer(part)}</p>
  if (part.state === 'denied') return <p className={commonStyles.note}>{texts.notAllowed()}</p>
  if (part.state === 'cancelled') return <p className={commonStyles.note}>{texts.cancelledBefore()}</p>
  if (isToolSearch(part) && part.foundTools !== undefined) return <ToolSearchResult found={part.foundTools} />
  return part.state === 'done' || part.state === 'failed' ? <Result part={part} onAttach={onAttach} /> : null
}

function scriptsAnswer({ state }: ToolCallPart): string {
  return state === 'done' ? texts.scriptsAllowed() : texts.scriptsNotAllowed()
}

/** A failed call is explained by what its server wrote, if anything. */
function WayToLog({ part, onShowLog }: ToolCallDetailsProps) {
  const { serverName } = part
  const hasFailed = part.state === 'failed' || part.failure !== null || part.isError
  if (!hasFailed || serverName === null || onShowLog === undefined) return null
  return (
    <Button
      size="small"
      variant="quiet"
      icon={ScrollText}
      className={styles.toolCallLog}
      onClick={() => onShowLog(serverName)}
    >
      {texts.showLog()}
    </Button>
  )
}

const noProblems: readonly ArgumentProblem[] = []

/** Rows in JSON are shown as a table, with the original next to it. */
function ResultBlock({ block, part, onAttach }: ToolCallDetailsProps & { readonly block: Block }) {
  const rows = useMemo(() => (block.type === 'text' ? rowsIn(block.text) : undefined), [block])
  if (rows !== undefined && block.type === 'text')
    return <StructuredResult value={rows} problems={noProblems} text={block.text} />
  return (
    <ContentBlockView
      shownIn="message"
      source={part.readOf?.serverName ?? part.serverName ?? texts.fromTheServer()}
      block={block}
      linkActions={linkActions(part.serverName, onAttach)}
    />
  )
}

/** Identifies the structured part among the blocks, which are numbers. */
const dataPiece = 'data'

function Result({ part, onAttach }: ToolCallDetailsProps) {
  const { structuredContent: data } = part
  const isEmpty = part.content.length === 0 && data === null
  const blocks = useMemo(() => withoutRepeat(part.content, data), [part.content, data])
  const nameOf = useCallback(
    (pieces: readonly string[]) =>
      nameResultKinds(
        blocks.filter((_, index) => pieces.includes(String(index))),
        pieces.includes(dataPiece)
      ),
    [blocks]
  )
  return (
    <section className={partStyles.toolCallSection} data-error={part.isError || undefined}>
      <div className={partStyles.toolCallLabel}>{part.isError ? texts.reportedError() : texts.result()}</div>
      {isEmpty ? (
        <p className={commonStyles.note}>{texts.nothingReturned()}</p>
      ) : (
        <Clamp nameOf={nameOf}>
          <div className={commonStyles.stack2} data-hit-words="result">
            {blocks.map((block, index) => (
              // Content never changes once it is there, so its order tells its blocks apart.
              // eslint-disable-next-line react/no-array-index-key
              <div key={index} data-piece={index}>
                <ResultBlock block={block} part={part} onAttach={onAttach} />
              </div>
            ))}
            {data !== null && (
              <div data-piece={dataPiece}>
                <StructuredResult value={data} problems={part.outputProblems ?? noProblems} />
              </div>
            )}
          </div>
        </Clamp>
      )}
      <ServerMetadata meta={part.resultMeta} of={part.toolName} />
    </section>
  )
}

interface RunAgainProps {
  readonly part: ToolCallPart
  readonly onRunAgain: (withOthers: boolean) => void
}

/** Nothing for calls that no server answered, and for Parley's own. */
function RunAgain({ part, onRunAgain }: RunAgainProps) {
  if (!canRunAgain(part)) return null
  return (
    <div className={styles.runAgain}>
      <Button size="small" variant="quiet" icon={RotateCw} onClick={() => onRunAgain(false)}>
        {texts.runAgain()}
      </Button>
      <Button size="small" variant="quiet" icon={Pencil} onClick={() => onRunAgain(true)}>
        {texts.runAgainWithOthers()}
      </Button>
      <SaveAsTest part={part} />
    </div>
  )
}

function canRunAgain({ serverName, readOf, state, startedAt, endedAt }: ToolCallPart): boolean {
  const isEnded = state === 'done' || state === 'failed' || state === 'cancelled'
  return serverName !== null && readOf === undefined && isEnded && startedAt !== null && endedAt !== null
}
