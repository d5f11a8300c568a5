/** What a server answered after its call was given up: kept for the user, never read by the model. */
import type { LateCallAnswer as Answer } from '../../../app/contract/tool-calls'
import { Clamp } from '../../ui/controls/clamp'
import { formatMoment } from '../../ui/base/format'
import { ContentBlocks } from '../../parts/content/content-blocks'
import { withoutRepeat } from './result-blocks'
import { StructuredResult } from './structured-result'
import commonStyles from '../../parts/common.module.css'
import styles from './late-answer.module.css'
import { TextWithElements, textSlot } from '../../ui/base/text-with-elements'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface LateAnswerProps {
  readonly answer: Answer
  readonly serverName: string
}

/** A region named `Late result`. */
export function LateAnswer({ answer, serverName }: LateAnswerProps) {
  const { at, content, structuredContent, isError } = answer
  const holes = { title: textSlot('title'), at: textSlot('at') }
  const isEmpty = content.length === 0 && structuredContent === null
  return (
    <section className={styles.toolCallLate} aria-label={texts.lateResult()}>
      <p className={commonStyles.note}>
        <TextWithElements
          text={isError ? texts.lateErrorNote(holes) : texts.lateNote(holes)}
          with={{
            title: <strong>{texts.lateResult()}</strong>,
            at: <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>
          }}
        />
      </p>
      {isEmpty ? (
        <p className={commonStyles.note}>{texts.lateEmpty()}</p>
      ) : (
        <Clamp>
          <div className={commonStyles.stack2} data-hit-words="result">
            <ContentBlocks
              shownIn="message"
              source={serverName}
              blocks={withoutRepeat(content, structuredContent)}
            />
            {structuredContent !== null && <StructuredResult value={structuredContent} problems={[]} />}
          </div>
        </Clamp>
      )}
    </section>
  )
}
