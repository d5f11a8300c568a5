/** What a server answered after its call had been given up: kept for the person, never read by the model. */
import type { LateAnswer as Answer } from '../../../app/contract/conversations'
import { Clamp } from '../../ui/controls/clamp'
import { formatMoment } from '../../ui/base/format'
import { ContentBlocks } from '../content/content-blocks'
import { withoutRepeat } from './result-blocks'
import { StructuredResult } from './structured-result'
import partStyles from './tool-call-parts.module.css'
import styles from './late-answer.module.css'

export interface LateAnswerProps {
  readonly answer: Answer
  readonly serverName: string
}

/** A region named `Answer that came too late`. */
export function LateAnswer({ answer, serverName }: LateAnswerProps) {
  const { at, content, structuredContent, isError } = answer
  const isEmpty = content.length === 0 && structuredContent === null
  return (
    <section className={styles.toolCallLate} aria-label="Answer that came too late">
      <p className={partStyles.toolCallNote}>
        <strong>Answer that came too late</strong>
        {', '}
        <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>
        {isError ? '. The tool reported an error. ' : '. '}
        The model has not read it.
      </p>
      {isEmpty ? (
        <p className={partStyles.toolCallNote}>It was empty.</p>
      ) : (
        <Clamp>
          <div className={partStyles.toolCallResult}>
            <ContentBlocks blocks={withoutRepeat(content, structuredContent)} serverName={serverName} />
            {structuredContent !== null && <StructuredResult value={structuredContent} problems={[]} />}
          </div>
        </Clamp>
      )}
    </section>
  )
}
