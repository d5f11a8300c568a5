/** Usage of all answers in the open conversation, including answers to servers. Nothing before the first one. */
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { call } from '../../bridge/call'
import { useSetting } from '../../bridge/settings'
import { useRead } from '../../bridge/use-read'
import { formatMoney } from '../../ui/base/format'

interface ConversationUsageProps {
  readonly conversationId: string
  /** Read again when a turn ends. */
  readonly isRunning: boolean
}

export function ConversationUsage({ conversationId, isRunning }: ConversationUsageProps) {
  const currency = useSetting('models.currency')
  const { value } = useRead({
    key: conversationId,
    read: () => call('usage.read-conversation', { conversationId }),
    freshness: String(isRunning)
  })
  if (value === null || value.requests === 0) return null
  const tokens = value.inputTokens + value.outputTokens
  const words =
    value.unpriced === value.requests
      ? texts.conversationTokens({ tokens })
      : texts.conversationUsage({ tokens, cost: formatMoney(value.cost, currency) })
  return <span>{words} </span>
}
