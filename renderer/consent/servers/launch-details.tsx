/** What starting or contacting a server means, in full: every piece separate, every character visible. */
import { ownNodeCommand } from '../../../app/contract/servers/own-node'
import type { ServerAct } from '../../../app/contract/server-act'
import { assignment } from '../question/definition-diff'
import { AddressFacts } from '../question/address-facts'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts, keyed, Pieces } from '../../ui/untrusted/facts'
import { classNames } from '../../ui/base/class-names'
import factsStyles from '../../ui/untrusted/facts.module.css'
import styles from './launch-details.module.css'
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
          <CommandLine command={act.command} args={act.args} />
        </Fact>
      )}
      {act.cwd !== null && (
        <Fact label={consent.folder()}>
          <code className={factsStyles.factPiece}>
            <ExactText text={act.cwd} />
          </code>
        </Fact>
      )}
      {act.command !== null && act.environmentNames.length > 0 && (
        <Fact label={consent.environment()}>
          <Values values={act.environment} names={act.environmentNames} />
        </Fact>
      )}
    </Facts>
  )
}

/** Each piece in its own box, so that no argument can look like two. Nothing is cut. */
function CommandLine({ command, args }: { readonly command: string; readonly args: readonly string[] }) {
  return (
    <div className={styles.commandLine}>
      <code className={classNames(factsStyles.factPiece, factsStyles.factMain)}>
        <ExactText text={command} />
      </code>
      {args.length > 0 && (
        <ol className={styles.actArguments} aria-label={consent.arguments()}>
          {keyed(args).map(({ key, text }) => (
            <li key={key}>
              <code className={factsStyles.factPiece}>
                <ExactText text={text} />
              </code>
            </li>
          ))}
        </ol>
      )}
      {command === ownNodeCommand && <p className={styles.actNone}>{consent.ownNode()}</p>}
    </div>
  )
}

/** Approvals from earlier releases contain only names. */
function Values({
  values,
  names
}: {
  readonly values: ServerAct['environment']
  readonly names: readonly string[]
}) {
  return <Pieces texts={values === undefined ? names : values.map(assignment)} />
}
