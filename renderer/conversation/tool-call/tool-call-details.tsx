/** The inside of a tool call: arguments as they were sent, and what came of them. */
import { ScrollText } from 'lucide-react'
import type { ToolCallPart } from '../../../app/contract/conversations'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { Button } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { VisibleText } from '../../ui/base/hidden-characters'
import { JsonView } from '../../ui/untrusted/json-view'
import type { AttachedResource } from '../content/attachments-view-store'
import { ContentBlocks } from '../content/content-blocks'
import { LateAnswer } from './late-answer'
import { withoutRepeat } from './result-blocks'
import { ReviewedResult } from './reviewed-result'
import { StructuredResult } from './structured-result'

export interface ToolCallDetailsProps {
  readonly part: ToolCallPart
  readonly onAttach?: ((resource: AttachedResource) => void) | undefined
  readonly onShowLog?: ((serverName: string) => void) | undefined
}

export function ToolCallDetails({ part, onAttach, onShowLog }: ToolCallDetailsProps) {
  return (
    <div className="tool-call-body">
      {Object.keys(part.arguments).length > 0 && (
        <section className="tool-call-section">
          <div className="tool-call-label">Arguments</div>
          <Clamp>
            <JsonView value={part.arguments} label="Arguments" isCompact />
          </Clamp>
        </section>
      )}
      <Outcome part={part} onAttach={onAttach} />
      <WayToLog part={part} onShowLog={onShowLog} />
      <ReviewedResult part={part} />
      {part.lateAnswer !== undefined && (
        <LateAnswer answer={part.lateAnswer} serverName={part.serverName ?? 'the server'} />
      )}
    </div>
  )
}

function Outcome({ part, onAttach }: ToolCallDetailsProps) {
  if (part.failure !== null) {
    return (
      <p className="tool-call-failure">
        <VisibleText text={part.failure.message} />
      </p>
    )
  }
  if (part.state === 'denied')
    return <p className="tool-call-note">You did not allow this call. It never reached the server.</p>
  if (part.state === 'cancelled')
    return <p className="tool-call-note">The call was cancelled before it gave a result.</p>
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
      className="tool-call-log"
      onClick={() => onShowLog(serverName)}
    >
      Show log of the server
    </Button>
  )
}

const noProblems: readonly ArgumentProblem[] = []

function Result({ part, onAttach }: ToolCallDetailsProps) {
  const isEmpty = part.content.length === 0 && part.structuredContent === null
  return (
    <section className="tool-call-section" data-error={part.isError || undefined}>
      <div className="tool-call-label">{part.isError ? 'The tool reported an error' : 'Result'}</div>
      {isEmpty ? (
        <p className="tool-call-note">The tool gave back nothing.</p>
      ) : (
        <Clamp>
          <div className="tool-call-result">
            <ContentBlocks
              blocks={withoutRepeat(part.content, part.structuredContent)}
              serverName={part.serverName ?? 'the server'}
              onAttach={part.serverName === null ? undefined : onAttach}
            />
            {part.structuredContent !== null && (
              <StructuredResult value={part.structuredContent} problems={part.outputProblems ?? noProblems} />
            )}
          </div>
        </Clamp>
      )}
    </section>
  )
}
