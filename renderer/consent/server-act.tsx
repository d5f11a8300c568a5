/** What starting or contacting a server means, in full: every piece apart, every character visible. */
import type { ReactNode } from 'react'
import type { ServerAct } from '../../app/contract/consents'
import { hostOf, splitAddress } from './act-changes'
import { ExactText } from './exact-text'
import './server-act.css'

export function ServerActView({ act }: { readonly act: ServerAct }) {
  return (
    <dl className="act">
      {act.url !== null && <AddressRows address={act.url} />}
      {act.headerNames.length > 0 && (
        <Row label="Headers sent">
          <Names names={act.headerNames} />
        </Row>
      )}
      {act.command !== null && (
        <Row label="Command">
          <code className="act-piece act-command">
            <ExactText text={act.command} />
          </code>
        </Row>
      )}
      {act.command !== null && (
        <Row label={act.args.length === 1 ? '1 argument' : `${act.args.length} arguments`}>
          <Arguments args={act.args} />
        </Row>
      )}
      {act.command !== null && (
        <Row label="Folder">
          {act.cwd === null ? (
            <span className="act-none">Not set: the folder Parley was started in.</span>
          ) : (
            <code className="act-piece">
              <ExactText text={act.cwd} />
            </code>
          )}
        </Row>
      )}
      {act.command !== null && (
        <Row label="Environment">
          <Names names={act.environmentNames} />
        </Row>
      )}
    </dl>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="act-row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function AddressRows({ address }: { readonly address: string }) {
  const parts = splitAddress(address)
  const host = hostOf(address)
  return (
    <>
      <Row label="Address">
        <code className="act-piece">
          {parts === null ? (
            <ExactText text={address} />
          ) : (
            <>
              <ExactText text={parts.before} />
              <strong className="act-host">
                <ExactText text={parts.host} />
              </strong>
              {parts.after !== '' && <ExactText text={parts.after} />}
            </>
          )}
        </code>
      </Row>
      {host !== null && (
        <Row label="Host">
          <code className="act-piece act-command">
            <ExactText text={host} />
          </code>
        </Row>
      )}
    </>
  )
}

/** Numbered by the list itself, so that no argument can pass for two. */
function Arguments({ args }: { readonly args: readonly string[] }) {
  if (args.length === 0) return <span className="act-none">None.</span>
  return (
    <ol className="act-arguments" aria-label="Arguments">
      {keyed(args).map(({ key, text }) => (
        <li key={key}>
          <code className="act-piece">
            <ExactText text={text} />
          </code>
        </li>
      ))}
    </ol>
  )
}

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span className="act-none">Only the standard variables.</span>
  return (
    <ul className="act-names">
      {names.map((name) => (
        <li key={name}>
          <code className="act-piece">
            <ExactText text={name} />
          </code>
        </li>
      ))}
    </ul>
  )
}

/** Arguments repeat; which repetition it is makes the key. */
function keyed(texts: readonly string[]): { readonly key: string; readonly text: string }[] {
  const counts = new Map<string, number>()
  return texts.map((text) => {
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return { key: `${count} ${text}`, text }
  })
}
