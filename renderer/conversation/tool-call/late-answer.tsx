/** What a server answered after its call had been given up: kept for the person, never read by the model. */
import type { LateAnswer as Answer } from '../../../app/contract/conversations'
import { Clamp } from '../../ui/controls/clamp'
import { formatMoment } from '../../ui/base/format'
import { ContentBlocks } from '../content/content-blocks'
import { withoutRepeat } from './result-blocks'
import { StructuredResult } from './structured-result'

export interface LateAnswerProps {
  readonly answer: Answer
  readonly serverName: string
}

/** A region named `Answer that came too late`. */
export function LateAnswer({ answer, serverName }: LateAnswerProps) {
  const { at, content, structuredContent, isError } = answer
  const isEmpty = content.length === 0 && structuredContent === null
  return (
    <section className="tool-call-late" aria-label="Answer that came too late">
      <p className="tool-call-note">
        <strong>Answer that came too late</strong>
        {', '}
        <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>
        {isError ? '. The tool reported an error. ' : '. '}
        The model has not read it.
      </p>
      {isEmpty ? (
        <p className="tool-call-note">It was empty.</p>
      ) : (
        <Clamp>
          <div className="tool-call-result">
            <ContentBlocks blocks={withoutRepeat(content, structuredContent)} serverName={serverName} />
            {structuredContent !== null && <StructuredResult value={structuredContent} problems={[]} />}
          </div>
        </Clamp>
      )}
    </section>
  )
}
