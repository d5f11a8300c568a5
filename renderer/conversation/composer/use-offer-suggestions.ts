/** The lists `Prompts` and `Resources` above the composer: which is open, its rows, and what choosing does. */
import { useCallback, useId, useMemo, useState } from 'react'
import type { PromptView, ResourceView } from '../../../app/contract/offers'
import type { Suggestions } from './composer'
import { findTrigger, matchTriggerPrompts, fittingResources } from './composer-trigger'
import type { ComposerTrigger } from './composer-trigger'
import { usePrompts, useResourceListings } from '../../bridge/use-offers'
import { useSuggestionKeys } from './use-suggestion-keys'
import { composer as texts } from '../../../app/texts/compiled/window/composer'

/** Further rows are found by typing more. */
const shownLimit = 50

export type SuggestedOffer =
  | { readonly kind: 'prompt'; readonly prompt: PromptView }
  | { readonly kind: 'resource'; readonly resource: ResourceView }

export interface OfferSuggestions {
  /** What is looked up; null if nothing is or the list was closed. */
  readonly trigger: ComposerTrigger | null
  readonly id: string
  readonly offers: readonly SuggestedOffer[]
  /** A sentence instead of the list when there is nothing to choose. */
  readonly emptyNote: string | null
  readonly suggestions: Suggestions | null
  readonly activeIndex: number
  readonly activate: (index: number) => void
}

export interface OfferSuggestionOptions {
  readonly text: string
  readonly caret: number
  /** Servers that are switched off here. Must be stable between renders. */
  readonly offServers: readonly string[]
  readonly onChoose: (offer: SuggestedOffer, trigger: ComposerTrigger) => void
}

export function useOfferSuggestions({
  text,
  caret,
  offServers,
  onChoose
}: OfferSuggestionOptions): OfferSuggestions {
  const id = useId()
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const found = useMemo(() => findTrigger(text, Math.min(caret, text.length)), [text, caret])
  const place = found === null ? null : `${found.kind} ${found.start} ${text}`
  // Closing applies to one text only; otherwise a newly typed slash would open nothing.
  if (closedFor !== null && closedFor !== place) setClosedFor(null)
  const trigger = place === closedFor ? null : found
  const { offers, emptyNote } = useFittingOffers(trigger, offServers)
  const choose = useCallback(
    (offer: SuggestedOffer) => {
      if (found !== null) onChoose(offer, found)
    },
    [found, onChoose]
  )
  const close = useCallback(() => setClosedFor(place), [place])
  const keys = useSuggestionKeys({ listId: id, items: offers, typed: text, onChoose: choose, onClose: close })
  return { trigger, id, offers, emptyNote, ...keys }
}

function useFittingOffers(
  trigger: ComposerTrigger | null,
  offServers: readonly string[]
): Pick<OfferSuggestions, 'offers' | 'emptyNote'> {
  const kind = trigger?.kind ?? null
  const query = trigger?.query ?? ''
  const prompts = usePrompts(kind === 'prompt').value
  const listings = useResourceListings(kind === 'resource').value
  return useMemo(() => {
    const isOn = ({ serverName }: { readonly serverName: string }) => !offServers.includes(serverName)
    if (kind === 'prompt' && prompts !== null) {
      const offers = matchTriggerPrompts(prompts.filter(isOn), query).map((prompt): SuggestedOffer => ({
        kind: 'prompt',
        prompt
      }))
      return shown(offers, query === '' ? texts.noPrompts() : null)
    }
    if (kind === 'resource' && listings !== null) {
      const offers = fittingResources(listings.filter(isOn), query).map((resource): SuggestedOffer => ({
        kind: 'resource',
        resource
      }))
      return shown(offers, query === '' ? texts.noResources() : null)
    }
    return shown([], null)
  }, [kind, query, prompts, listings, offServers])
}

function shown(
  offers: readonly SuggestedOffer[],
  emptyNote: string | null
): Pick<OfferSuggestions, 'offers' | 'emptyNote'> {
  return { offers: offers.slice(0, shownLimit), emptyNote: offers.length === 0 ? emptyNote : null }
}
