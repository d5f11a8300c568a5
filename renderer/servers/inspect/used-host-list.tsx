/** The hosts that a sandboxed server contacted, polled while shown, with allowed and denied hosts. */
import type { ReactNode } from 'react'
import type { ReachedHost, RefusedHost } from '../../../app/contract/consent/network-access'
import type { ServerView } from '../../../app/contract/servers'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { call, readServer } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useRead } from '../../bridge/use-read'
import { formatMoment, formatSize, useNow } from '../../ui/base/format'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import partStyles from '../status/server-parts.module.css'
import styles from './inspect-panel.module.css'

const everyMs = 2_000

export function UsedHostList({ server }: { readonly server: ServerView }) {
  const now = useNow(true)
  const { value, again } = useRead({
    key: server.name,
    read: () => readServer(server.name, 'network-access'),
    freshness: Math.floor(now / everyMs)
  })
  const { pending, failure, run } = useCommand()
  if (value === null || value.allowed === null) return null
  const change = (name: string, work: () => Promise<unknown>) =>
    void run(async () => {
      await work()
      again()
    }, name)
  return (
    <section className={partStyles.inspectSection} aria-label={texts.reachedHosts()}>
      <h3 className={partStyles.inspectHeading}>{texts.reachedHosts()}</h3>
      {value.silentUntil !== null && <p>{texts.reachSilenced()}</p>}
      {value.reached.length === 0 && <p className={partStyles.inspectUnknown}>{texts.reachedNothing()}</p>}
      <dl className={styles.inspectCapabilities}>
        {value.reached.map((place) => (
          <Row key={nameOf(place)} name={nameOf(place)} words={wordsOf(place)} />
        ))}
        {value.allowed.map((line) => (
          <Row key={`allowed ${line}`} name={line} words={texts.reachAllowed()}>
            <Button
              size="small"
              aria-label={plainWithMarks(texts.takeBackOf({ host: line }))}
              isBusy={pending === line}
              onClick={() =>
                change(line, () =>
                  call('consent.revoke', { kind: 'allowed-host', serverName: server.name, line })
                )
              }
            >
              {texts.takeBack()}
            </Button>
          </Row>
        ))}
        {value.refused.map((refused) => (
          <Row key={`refused ${nameOf(refused)}`} name={nameOf(refused)} words={texts.reachNever()}>
            <Button
              size="small"
              aria-label={plainWithMarks(texts.askAgainOf({ host: nameOf(refused) }))}
              isBusy={pending === nameOf(refused)}
              onClick={() => change(nameOf(refused), () => askAgain(refused))}
            >
              {texts.askAgain()}
            </Button>
          </Row>
        ))}
      </dl>
      <FailureText text={failure} />
    </section>
  )
}

function Row({
  name,
  words,
  children
}: {
  readonly name: string
  readonly words: string
  readonly children?: ReactNode
}) {
  return (
    <div className={styles.inspectCapability}>
      <dt>
        <VisibleText text={name} />
      </dt>
      <dd>
        {words} {children}
      </dd>
    </div>
  )
}

function askAgain({ serverName, host, port }: RefusedHost): Promise<unknown> {
  return call('consent.revoke', { kind: 'blocked-host', serverName, host, port })
}

function nameOf({ host, port }: Pick<ReachedHost, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function wordsOf({ ended, refused, failed, bytesUp, bytesDown, lastAt }: ReachedHost): string {
  const counts = [
    ...(ended > 0 ? [texts.reachedCount({ count: ended })] : []),
    ...(refused > 0 ? [texts.reachRefused({ count: refused })] : []),
    ...(failed > 0 ? [texts.reachFailed({ count: failed })] : [])
  ]
  const sums = { up: formatSize(bytesUp), down: formatSize(bytesDown), moment: formatMoment(lastAt) }
  return [...counts, texts.reachedPlace(sums)].join(' · ')
}
