/** For a name that isn't an identifier: its source, and the full name on request. */
import { isIdentifier } from '../../../app/contract/questions/identifier'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts } from '../../ui/untrusted/facts'
import { QuestionWarnings } from './question-note'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface UnusualNameProps {
  readonly name: string
  readonly serverName: string
}

/** Nothing for an ordinary name. */
export function UnusualName({ name, serverName }: UnusualNameProps) {
  if (isIdentifier(name)) return null
  return (
    <>
      <QuestionWarnings warnings={[{ level: 'danger', text: consent.oddName({ server: serverName }) }]} />
      <Facts>
        <Fact label={consent.askingServer()}>
          <strong>
            <ExactText text={serverName} />
          </strong>
        </Fact>
      </Facts>
      <details>
        <summary>{consent.wholeName({ characters: Array.from(name).length })}</summary>
        <code>
          <ExactText text={name} />
        </code>
      </details>
    </>
  )
}
