/** What starting or contacting a server means, in full: every piece apart, every character visible. */
import type { ServerAct } from '../../../app/contract/consents'
import { AddressFacts } from '../question/address-facts'
import { ExactText } from '../question/exact-text'
import { Fact, Facts, keyed, Pieces } from '../question/facts'
import { classNames } from '../../ui/base/class-names'
import factsStyles from '../question/facts.module.css'
import styles from './launch-details.module.css'

export function LaunchDetails({ act }: { readonly act: ServerAct }) {
  return (
    <Facts>
      {act.url !== null && <AddressFacts address={act.url} />}
      {act.headerNames.length > 0 && (
        <Fact label="Headers sent">
          <Names names={act.headerNames} />
        </Fact>
      )}
      {act.command !== null && (
        <Fact label="Command">
          <code className={classNames(factsStyles.factPiece, factsStyles.factMain)}>
            <ExactText text={act.command} />
          </code>
        </Fact>
      )}
      {act.command !== null && (
        <Fact label={act.args.length === 1 ? '1 argument' : `${act.args.length} arguments`}>
          <Arguments args={act.args} />
        </Fact>
      )}
      {act.command !== null && (
        <Fact label="Folder">
          {act.cwd === null ? (
            <span className={styles.actNone}>Not set: the folder Parley was started in.</span>
          ) : (
            <code className={factsStyles.factPiece}>
              <ExactText text={act.cwd} />
            </code>
          )}
        </Fact>
      )}
      {act.command !== null && (
        <Fact label="Environment">
          <Names names={act.environmentNames} />
        </Fact>
      )}
    </Facts>
  )
}

/** Numbered by the list itself, so that no argument can pass for two. */
function Arguments({ args }: { readonly args: readonly string[] }) {
  if (args.length === 0) return <span className={styles.actNone}>None.</span>
  return (
    <ol className={styles.actArguments} aria-label="Arguments">
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

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span className={styles.actNone}>Only the standard variables.</span>
  return <Pieces texts={names} />
}
