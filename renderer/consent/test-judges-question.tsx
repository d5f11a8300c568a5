/** `Let a model judge tests of ‹server›?`: which models, their addresses, and what they judge by. */
import { consent } from '../../app/texts/compiled/window/consent'
import commonStyles from '../parts/common.module.css'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import { ExactText, WholeText } from '../ui/untrusted/exact-text'
import { Fact, Facts } from '../ui/untrusted/facts'
import factsStyles from '../ui/untrusted/facts.module.css'
import { plainView } from './question/plain-question'
import headingStyles from './question/question-heading.module.css'

export const testJudgesView = plainView('test-judges', {
  title: ({ question: { judges, serverName } }) =>
    consent.judgesTitle({ count: judges.length, server: serverName }),
  note: () => consent.judgesNote(),
  body: ({ question }) =>
    question.judges.map(({ model, address, tests }) => (
      <section key={model} aria-label={plainWithMarks(consent.judgedBy({ model }))}>
        <h3 className={headingStyles.questionHeading}>
          <VisibleText text={consent.judgedBy({ model })} />
        </h3>
        <Facts>
          <Fact label={consent.judgeAddress()}>
            <code className={factsStyles.factPiece}>
              <ExactText text={address} />
            </code>
          </Fact>
          {tests.map(({ name, criteria }) => (
            <Fact key={name} label={plainWithMarks(consent.criteriaOf({ test: name }))}>
              <span className={commonStyles.wholeText}>
                <WholeText text={criteria} />
              </span>
            </Fact>
          ))}
        </Facts>
      </section>
    )),
  yes: { decision: 'send', label: ({ question }) => consent.letJudge({ count: question.judges.length }) },
  safe: 'not-now',
  safeLabel: consent.notNow
})
