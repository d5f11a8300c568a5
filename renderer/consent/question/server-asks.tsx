/** Who asks, in the words under a title, and what they say: always the server's name first, its text marked as such. */
import type { ReactNode } from 'react'
import type { ElicitationQuestion } from '../../../app/contract/consents'
import { Clamp } from '../../ui/controls/clamp'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import serverWordsStyles from './server-words.module.css'
import headingStyles from './question-heading.module.css'
import styles from './server-asks.module.css'

export interface AskerProps {
  readonly question: Pick<ElicitationQuestion, 'serverName' | 'toolName' | 'exchange'>
  /** Goes on after the name, e.g. `asks for input`. */
  readonly act: string
  /** Sentences after the first one. */
  readonly children: ReactNode
}

export function Asker({ question, act, children }: AskerProps) {
  return (
    <>
      The server{' '}
      <strong>
        <VisibleText text={question.serverName} />
      </strong>{' '}
      {act}
      {question.toolName !== null && (
        <>
          {' '}
          while its tool{' '}
          <strong>
            <VisibleText text={question.toolName} />
          </strong>{' '}
          runs
        </>
      )}
      {question.exchange !== undefined && (
        <>
          {question.exchange.occasion.kind === 'resource'
            ? ' before you get its resource '
            : ' before you get its prompt '}
          <strong>
            <VisibleText text={question.exchange.occasion.name} />
          </strong>
        </>
      )}
      . {children}
    </>
  )
}

/** The server's message to the person: untrusted text in a frame of its own. */
export function ServerMessage({
  serverName,
  message
}: {
  readonly serverName: string
  readonly message: string
}) {
  if (message.trim() === '') return null
  return (
    <section
      className={serverWordsStyles.serverWords}
      aria-label={plainWithMarks(`Message from ${serverName}`)}
    >
      <h3 className={headingStyles.questionHeading}>
        Message from <VisibleText text={serverName} />
      </h3>
      <Clamp>
        <p className={styles.serverMessage}>
          <VisibleText text={message} />
        </p>
      </Clamp>
    </section>
  )
}
