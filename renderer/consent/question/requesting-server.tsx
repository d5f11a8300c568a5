/** Who asks, shown under a title, and the message: always the server's name first, its text marked as such. */
import type { ReactNode } from 'react'
import type { ElicitationQuestion } from '../../../app/contract/questions/questions'
import { Clamp } from '../../ui/controls/clamp'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import serverWordsStyles from './server-text.module.css'
import headingStyles from './question-heading.module.css'
import styles from './requesting-server.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'
import { TextWithElements, textSlot } from '../../ui/base/text-with-elements'

export interface RequestingServerProps {
  readonly question: Pick<ElicitationQuestion, 'serverName' | 'toolName' | 'exchange' | 'isFromView'>
  /** Who asks for what, and what it was doing. */
  readonly text: (values: AskerValues) => string
  /** Sentences after the first one. */
  readonly children: ReactNode
}

interface AskerValues {
  readonly occasion: 'app' | 'tool' | 'resource' | 'prompt' | 'none'
  readonly server: string
  readonly name: string
}

export function RequestingServer({ question, text, children }: RequestingServerProps) {
  const { occasion, name } = occasionOf(question)
  return (
    <>
      <TextWithElements
        text={text({ occasion, server: textSlot('server'), name: textSlot('name') })}
        with={{ server: <Name text={question.serverName} />, name: <Name text={name} /> }}
      />{' '}
      {children}
    </>
  )
}

function Name({ text }: { readonly text: string }) {
  return (
    <strong>
      <VisibleText text={text} />
    </strong>
  )
}

function occasionOf({ toolName, exchange, isFromView }: RequestingServerProps['question']): {
  readonly occasion: AskerValues['occasion']
  readonly name: string
} {
  if (isFromView === true) return { occasion: 'app', name: '' }
  if (toolName !== null) return { occasion: 'tool', name: nameInSentence(toolName) }
  if (exchange === undefined) return { occasion: 'none', name: '' }
  return { occasion: exchange.occasion.kind, name: exchange.occasion.name }
}

/** The server's message to the user: untrusted text in a separate frame. */
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
      aria-label={plainWithMarks(consent.messageFrom({ server: serverName }))}
    >
      <h3 className={headingStyles.questionHeading}>
        <VisibleText text={consent.messageFrom({ server: serverName })} />
      </h3>
      <Clamp>
        <p className={styles.serverMessage}>
          <VisibleText text={message} />
        </p>
      </Clamp>
    </section>
  )
}
