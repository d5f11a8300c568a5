/** `Send this message to ‹server›?`: the whole message that the user wrote, before it is sent. */
import { consent } from '../../app/texts/compiled/window/consent'
import { messages } from '../../app/texts/compiled/window/messages'
import { ui } from '../../app/texts/compiled/window/ui'
import { toText } from '../../app/texts/localized'
import { WholeText } from '../ui/untrusted/exact-text'
import { plainView } from './question/plain-question'
import headingStyles from './question/question-heading.module.css'
import commonStyles from '../parts/common.module.css'

export const writtenMessageView = plainView('written-message', {
  title: ({ question }) => consent.writtenTitle({ server: question.serverName }),
  note: ({ question }) => consent.writtenNote({ method: question.method }),
  body: ({ question: { message, note } }) => (
    <>
      {note !== null && <p>{toText(note)}</p>}
      <section aria-label={consent.writtenMessage()}>
        <h3 className={headingStyles.questionHeading}>{consent.writtenMessage()}</h3>
        <pre className={commonStyles.wholeText}>
          <WholeText text={JSON.stringify(message, null, 2)} />
        </pre>
      </section>
    </>
  ),
  yes: { decision: 'send', label: messages.send },
  safe: 'cancel',
  safeLabel: ui.cancel
})
