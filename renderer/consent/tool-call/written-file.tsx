/** The place of the difference to the file on disk, if a call would write one. */
import { Suspense } from 'react'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import type { JsonObject } from '../../../app/contract/json'
import { detectFileWrite } from '../../../app/contract/content/file-write'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import headingStyles from '../question/question-heading.module.css'
import styles from './write-preview.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'
import { latePart } from '../../ui/controls/late-part'

const WritePreview = latePart(async () => (await import('./write-preview')).WritePreview)

export interface WrittenFileProps {
  readonly question: ToolCallQuestion
  /** The current arguments. */
  readonly args: JsonObject
}

export function WrittenFile({ question, args }: WrittenFileProps) {
  const asked = detectFileWrite(question.toolName, question.arguments)
  const write = detectFileWrite(question.toolName, args)
  if (asked === null || write === null || question.effect === 'read-only') return null
  const title = consent.writeTitle({ path: write.path })
  return (
    <section className={styles.preview} aria-label={plainWithMarks(title)}>
      <h3 className={headingStyles.questionHeading}>
        <VisibleText text={title} />
      </h3>
      <div className={styles.frame} tabIndex={0} role="group" aria-label={consent.writeLines()}>
        <Suspense fallback={<p>{consent.writeReading()}</p>}>
          <WritePreview questionId={question.id} write={write} isOtherPath={write.path !== asked.path} />
        </Suspense>
      </div>
    </section>
  )
}
