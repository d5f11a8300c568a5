/**
 * A request outside tool calls (reading a resource, getting a prompt) during which its server asks questions: its
 * rounds as one exchange, a button to stop it, and how it ended.
 */
import type { Occasion, OpenExchange } from '../../../app/contract/exchanges'
import { roundLimit } from '../../../app/contract/limits'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Rounds } from '../../parts/rounds'
import styles from './open-exchange.module.css'
import { toText } from '../../../app/texts/localized'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { composer } from '../../../app/texts/compiled/window/composer'

const ends = { open: texts.exchangeOpen, done: texts.exchangeDone, stopped: texts.exchangeStopped }

export function ExchangeText({ exchange }: { readonly exchange: OpenExchange }) {
  const { serverName, occasion, entries, state, failure } = exchange
  return (
    <div className={styles.openExchangeText}>
      <strong>
        <VisibleText text={serverName} />
      </strong>
      {' · '}
      <VisibleText
        text={occasion.kind === 'resource' ? texts.reading(occasion) : texts.gettingPrompt(occasion)}
      />
      {entries.length > 0 && <Rounds label={texts.roundsOf(occasion)} entries={entries} limit={roundLimit} />}
      <div className={styles.openExchangeState}>
        {state === 'failed' ? (
          <FailureText text={failure === null ? null : toText(failure)} />
        ) : (
          ends[state]()
        )}
      </div>
    </div>
  )
}

/** Stops the request. The server is notified, and its question closes. */
export function StopExchange({ exchange }: { readonly exchange: OpenExchange }) {
  const { pending, failure, run } = useCommand()
  const stop = () => void run(() => call('exchange.control', { exchangeId: exchange.id, act: 'stop' }))
  return (
    <>
      <Button size="small" isBusy={pending !== null} onClick={stop}>
        {composer.stop()}
      </Button>
      <FailureText text={failure} />
    </>
  )
}

/** The exchange about what is being read here, if any. */
export function ExchangeHere({ serverName, kind, name }: Occasion & { readonly serverName: string }) {
  const exchange = useProjection((state) =>
    state.exchanges.findLast(
      (item) =>
        item.state === 'open' &&
        item.serverName === serverName &&
        item.occasion.kind === kind &&
        item.occasion.name === name
    )
  )
  if (exchange === undefined) return null
  return (
    <div
      className={styles.openExchange}
      role="group"
      aria-label={plainWithMarks(texts.questionsOf({ server: serverName }))}
    >
      <ExchangeText exchange={exchange} />
      <StopExchange exchange={exchange} />
    </div>
  )
}
