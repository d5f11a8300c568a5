/**
 * Questions of a view, the page of a server: `The app of ‹server› wants to send a message` and `Save files from the app of
 * ‹server›?`.
 */
import { consent } from '../../app/texts/compiled/window/consent'
import { ContentBlocks } from '../parts/content/content-blocks'
import { formatSize } from '../ui/base/format'
import { ExactText, WholeText } from '../ui/untrusted/exact-text'
import { Fact, Facts } from '../ui/untrusted/facts'
import { plainView } from './question/plain-question'
import headingStyles from './question/question-heading.module.css'
import serverTextStyles from './question/server-text.module.css'
import commonStyles from '../parts/common.module.css'

export const viewMessageView = plainView('view-message', {
  title: ({ question }) => consent.viewMessageTitle({ server: question.serverName }),
  note: () => consent.viewMessageNote(),
  request: ({ question }) => question,
  body: ({ question: { serverName, text, context } }) => (
    <>
      <section className={serverTextStyles.serverWords} aria-label={consent.viewMessage()}>
        <h3 className={headingStyles.questionHeading}>{consent.viewMessage()}</h3>
        <p className={commonStyles.wholeText}>
          <WholeText text={text} />
        </p>
      </section>
      {context !== null && (
        <section className={serverTextStyles.serverWords} aria-label={consent.viewContext()}>
          <h3 className={headingStyles.questionHeading}>{consent.viewContext()}</h3>
          <ContentBlocks
            shownIn="question"
            source={serverName}
            blocks={context.map(({ meta: _meta, ...content }) => ({ type: 'resource', ...content }))}
          />
        </section>
      )}
    </>
  ),
  yes: { decision: 'send', label: consent.sendMessage },
  safe: 'decline',
  safeLabel: consent.decline
})

export const viewFilesView = plainView('view-files', {
  title: ({ question }) => consent.viewFilesTitle({ server: question.serverName }),
  note: () => consent.viewFilesNote(),
  request: ({ question }) => question,
  body: ({ question: { files } }) => (
    <Facts>
      {files.map(({ name, mimeType, size }, index) => (
        // Names may repeat, and files do not change places.
        // eslint-disable-next-line react/no-array-index-key
        <Fact key={index} label={consent.viewFile({ type: mimeType ?? 'unknown', size: formatSize(size) })}>
          <code>
            <ExactText text={name} />
          </code>
        </Fact>
      ))}
    </Facts>
  ),
  yes: {
    decision: 'save',
    label: ({ question }) => consent.saveFiles({ count: question.files.length })
  },
  safe: 'decline',
  safeLabel: consent.decline
})
