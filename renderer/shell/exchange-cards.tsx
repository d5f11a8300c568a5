/**
 * Servers' questions outside tool calls, one card per exchange in the corner. A card stays while the request runs and
 * then disappears automatically, like notices. Dialogs are above it: a question has its own stop button.
 */
import { MessagesSquare } from 'lucide-react'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { ExchangeText, StopExchange } from '../conversation/content/open-exchange'
import { useProjection } from '../state/projection'
import { LeavingCard } from '../ui/controls/toast'
import { classNames } from '../ui/base/class-names'
import toastStyles from '../ui/controls/toast.module.css'
import styles from './exchange-cards.module.css'

/** How long a finished card stays, in milliseconds. */
const stayMs = 10_000

export function ExchangeCards() {
  const exchanges = useProjection((state) => state.exchanges)
  return (
    <div
      data-part="exchange-cards"
      className={classNames(toastStyles.notices, styles.exchangeCards)}
      aria-live="polite"
    >
      {exchanges.map((exchange) => {
        const isOpen = exchange.state === 'open'
        return (
          <LeavingCard
            key={exchange.id}
            role="status"
            icon={MessagesSquare}
            stayMs={isOpen ? null : stayMs}
            action={isOpen ? <StopExchange exchange={exchange} /> : null}
            onLeave={() => dismiss(exchange.id)}
          >
            <ExchangeText exchange={exchange} />
          </LeavingCard>
        )
      })}
    </div>
  )
}

function dismiss(exchangeId: string): void {
  void call('exchange.control', { exchangeId, act: 'dismiss' }).catch(report)
}
