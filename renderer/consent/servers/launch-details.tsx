/** What starting or contacting a server means, in full: every piece apart, every character visible. */
import { ownNodeCommand } from '../../../app/contract/entries/own-node'
import type { ServerAct } from '../../../app/contract/consents'
import { assignment } from '../question/act-changes'
import { AddressFacts } from '../question/address-facts'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts, keyed, Pieces } from '../../ui/untrusted/facts'
import { classNames } from '../../ui/base/class-names'
import factsStyles from '../../ui/untrusted/facts.module.css'
import styles from './launch-details.module.css'
import { ProgramFacts } from './program-facts'
import { consent } from '../../../app/texts/compiled/window/consent'

export function LaunchDetails({ act }: { readonly act: ServerAct }) {
  return (
    <Facts>
      {act.url !== null && <AddressFacts address={act.url} />}
      {act.headerNames.length > 0 && (
        <Fact label={consent.headersSent()}>
          <Values values={act.headers} names={act.headerNames} />
        </Fact>
      )}
      {act.oauth !== undefined && (
        <Fact label={consent.signInWith()}>
          <Pieces texts={act.oauth.map(assignment)} />
        </Fact>
      )}
      {act.command !== null && (
        <Fact label={consent.command()}>
          <code className={classNames(factsStyles.factPiece, factsStyles.factMain)}>
            <ExactText text={act.command} />
          </code>
          {act.command === ownNodeCommand && <p className={styles.actNone}>{consent.ownNode()}</p>}
        </Fact>
      )}
      {act.command !== null && (
        <Fact label={consent.argumentCount({ count: act.args.length })}>
          <Arguments args={act.args} />
        </Fact>
      )}
      {act.command !== null && (
        <Fact label={consent.folder()}>
          {act.cwd === null ? (
            <span className={styles.actNone}>
              {act.containment === undefined ? consent.folderNotSet() : consent.folderOwn()}
            </span>
          ) : (
            <code className={factsStyles.factPiece}>
              <ExactText text={act.cwd} />
            </code>
          )}
        </Fact>
      )}
      {act.command !== null && (
        <Fact label={consent.environment()}>
          <Values values={act.environment} names={act.environmentNames} />
        </Fact>
      )}
      <ProgramFacts act={act} />
    </Facts>
  )
}

/** Numbered by the list itself, so that no argument can pass for two. */
function Arguments({ args }: { readonly args: readonly string[] }) {
  if (args.length === 0) return <span className={styles.actNone}>{consent.none()}</span>
  return (
    <ol className={styles.actArguments} aria-label={consent.arguments()}>
      {keyed(args).map(({ key, text }) => (
        <li key={key}>
          <code className={factsStyles.factPiece}>
            <ExactText text={text} />
          </code>
        </li>
      ))}
    </ol>
  )
}

/** A yes of earlier releases kept names alone. */
function Values({
  values,
  names
}: {
  readonly values: ServerAct['environment']
  readonly names: readonly string[]
}) {
  if (names.length === 0) return <span className={styles.actNone}>{consent.onlyStandardVariables()}</span>
  return <Pieces texts={values === undefined ? names : values.map(assignment)} />
}
