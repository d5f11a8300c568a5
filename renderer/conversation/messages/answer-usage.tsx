/** An answer's usage: tokens read and written, and the cost if known. */
import type { Usage } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { useSetting } from '../../bridge/settings'
import { formatMoney } from '../../ui/base/format'
import { Tooltip } from '../../ui/controls/tooltip'

export function AnswerUsage({ usage }: { readonly usage: Usage }) {
  const currency = useSetting('models.currency')
  const { inputTokens: input, outputTokens: output, cacheReadTokens: cached = 0, cost } = usage
  const words = [
    texts.answerTokens({ input, output }),
    ...(cost === undefined ? [] : [formatMoney(cost, currency)])
  ]
  return (
    <Tooltip text={texts.answerTokensTitle({ input, cached, output })}>
      <span>{words.join(' · ')}</span>
    </Tooltip>
  )
}
