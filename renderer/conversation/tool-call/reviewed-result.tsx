/** A result that the user reviewed before the model got it: what the model reads instead, with changes marked. */
import { readBlockText } from '../../../app/contract/content/content-kinds'
import type { ContentBlock } from '../../../app/contract/content-blocks'
import type { ResultReview } from '../../../app/contract/tool-calls'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { Clamp } from '../../ui/controls/clamp'
import { VisibleText } from '../../ui/base/hidden-characters'
import commonStyles from '../../parts/common.module.css'
import partStyles from './tool-call-parts.module.css'
import styles from './reviewed-result.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export function ReviewedResult({ part }: { readonly part: ToolCallPart }) {
  if (part.review === undefined || part.review.decision === 'passed') return null
  if (part.review.decision === 'refused') return <p className={commonStyles.note}>{texts.notPassedOn()}</p>
  return <Changed review={part.review} before={textOf(part.content)} />
}

function Changed({ review, before }: { readonly review: ResultReview; readonly before: string }) {
  const known = new Set(before.split('\n'))
  const lines = textOf(review.content ?? []).split('\n')
  return (
    <section className={partStyles.toolCallSection} aria-label={texts.modelReads()}>
      <div className={partStyles.toolCallLabel}>{texts.changedByYou()}</div>
      <Clamp>
        <pre className={styles.reviewedResult}>
          {lines.map((line, index) => (
            // Lines have no names and do not change places.
            // eslint-disable-next-line react/no-array-index-key
            <span key={index}>
              {known.has(line) ? (
                <VisibleText text={line} />
              ) : (
                <ins>
                  <VisibleText text={line} />
                </ins>
              )}
              {index < lines.length - 1 && '\n'}
            </span>
          ))}
        </pre>
      </Clamp>
    </section>
  )
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => readBlockText(block) ?? markOf[block.type]()).join('\n')
}

/** For content without text. */
const markOf = {
  text: texts.markUnknown,
  image: texts.markImage,
  audio: texts.markSound,
  resource: texts.markResource,
  'resource-link': texts.markLink,
  unknown: texts.markUnknown
}
