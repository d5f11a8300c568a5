/** What is known about a model, in a line: context size, inputs, price. */
import type { ModelAbility } from '../../app/contract/models/model-facts'
import type { ModelView } from '../../app/contract/settings'
import { parts } from '../../app/texts/compiled/window/parts'
import { formatList, formatMoney } from '../ui/base/format'

const abilityWords: { readonly [A in ModelAbility]: () => string } = {
  images: parts.abilityImages,
  pdf: parts.abilityPdf,
  audio: parts.abilityAudio,
  tools: parts.abilityTools,
  thinking: parts.abilityThinking
}

/** Undefined if nothing is known, not even a guess. */
export function modelFactsText(model: ModelView, currency: string): string | undefined {
  const { contextTokens, contextSource, abilities, price } = model
  if (contextTokens === undefined) return undefined
  const facts = [
    contextSource === 'guess'
      ? parts.contextGuessed({ tokens: contextTokens })
      : parts.contextTokens({ tokens: contextTokens }),
    abilities === undefined
      ? parts.abilitiesUnknown()
      : abilities.length === 0
        ? parts.textOnly()
        : formatList(abilities.map((ability) => abilityWords[ability]())),
    price === undefined
      ? parts.priceUnknown()
      : parts.priceInOut({
          input: formatMoney(price.inputPerMillion, currency),
          output: formatMoney(price.outputPerMillion, currency)
        })
  ]
  return facts.join(' · ')
}
