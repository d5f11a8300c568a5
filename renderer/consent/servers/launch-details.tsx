/** What starting or contacting a server means, in full: every piece apart, every character visible. */
import type { ServerAct } from '../../../app/contract/consents'
import { AddressFacts } from '../question/address-facts'
import { ExactText } from '../question/exact-text'
import { Fact, Facts, keyed, Pieces } from '../question/facts'
import './launch-details.css'

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
          <code className="fact-piece fact-main">
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
            <span className="act-none">Not set: the folder Parley was started in.</span>
          ) : (
            <code className="fact-piece">
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
  if (args.length === 0) return <span className="act-none">None.</span>
  return (
    <ol className="act-arguments" aria-label="Arguments">
      {keyed(args).map(({ key, text }) => (
        <li key={key}>
          <code className="fact-piece">
            <ExactText text={text} />
          </code>
        </li>
      ))}
    </ol>
  )
}

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span className="act-none">Only the standard variables.</span>
  return <Pieces texts={names} />
}
