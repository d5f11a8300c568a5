/** The inside of a tool call: arguments as they were sent, and what came of them. */
import { ScrollText } from 'lucide-react'
import type { ToolCallPart } from '../../../app/contract/conversations'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { Button } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { VisibleText } from '../../ui/base/hidden-characters'
import { JsonView } from '../../ui/untrusted/json-view'
import type { AttachedResource } from '../content/attachments-view-store'
import { linkActions } from '../content/resource-link-actions'
import { ContentBlocks } from '../../parts/content/content-blocks'
import { ServerMetadata } from '../../parts/content/server-metadata'
import { LateAnswer } from './late-answer'
import { withoutRepeat } from './result-blocks'
import { ReviewedResult } from './reviewed-result'
import { isToolSearch, ToolSearchResult } from './tool-search-result'
import { StructuredResult } from './structured-result'
import partStyles from './tool-call-parts.module.css'
import styles from './tool-call-details.module.css'
import { failureText } from '../../../app/texts/said'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ToolCallDetailsProps {
  readonly part: ToolCallPart
  readonly onAttach?: ((resource: AttachedResource) => void) | undefined
  readonly onShowLog?: ((serverName: string) => void) | undefined
}

export function ToolCallDetails({ part, onAttach, onShowLog }: ToolCallDetailsProps) {
  return (
    <div className={styles.toolCallBody}>
      {Object.keys(part.arguments).length > 0 && (
        <section className={partStyles.toolCallSection}>
          <div className={partStyles.toolCallLabel}>{texts.arguments()}</div>
          <Clamp>
            <JsonView value={part.arguments} label={texts.arguments()} isCompact />
          </Clamp>
        </section>
      )}
      <Outcome part={part} onAttach={onAttach} />
      <WayToLog part={part} onShowLog={onShowLog} />
      <ReviewedResult part={part} />
      {part.lateAnswer !== undefined && (
        <LateAnswer answer={part.lateAnswer} serverName={part.serverName ?? texts.fromTheServer()} />
      )}
    </div>
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
  if (part.state === 'denied') return <p className={partStyles.toolCallNote}>{texts.notAllowed()}</p>
  if (part.state === 'cancelled') return <p className={partStyles.toolCallNote}>{texts.cancelledBefore()}</p>
  if (isToolSearch(part) && part.foundTools !== undefined) return <ToolSearchResult found={part.foundTools} />
  return part.state === 'done' || part.state === 'failed' ? <Result part={part} onAttach={onAttach} /> : null
}

/** A call that went wrong is explained by what its server wrote, if by anything. */
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

function Result({ part, onAttach }: ToolCallDetailsProps) {
  const isEmpty = part.content.length === 0 && part.structuredContent === null
  return (
    <section className={partStyles.toolCallSection} data-error={part.isError || undefined}>
      <div className={partStyles.toolCallLabel}>{part.isError ? texts.reportedError() : texts.result()}</div>
      {isEmpty ? (
        <p className={partStyles.toolCallNote}>{texts.nothingReturned()}</p>
      ) : (
        <Clamp>
          <div className={partStyles.toolCallResult}>
            <ContentBlocks
              shownIn="message"
              source={part.serverName ?? texts.fromTheServer()}
              blocks={withoutRepeat(part.content, part.structuredContent)}
              linkActions={linkActions(part.serverName, onAttach)}
            />
            {part.structuredContent !== null && (
              <StructuredResult value={part.structuredContent} problems={part.outputProblems ?? noProblems} />
            )}
          </div>
        </Clamp>
      )}
      <ServerMetadata meta={part.resultMeta} of={part.toolName} />
    </section>
  )
}
