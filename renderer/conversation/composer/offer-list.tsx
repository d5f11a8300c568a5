/** Prompts or resources above the composer, one row each with its server, which distinguishes equal names. */
import { FileText, MessageSquareQuote } from 'lucide-react'
import type { PromptView, ResourceView } from '../../../app/contract/offers'
import { Badge } from '../../ui/controls/badge'
import { VisibleText } from '../../ui/base/hidden-characters'
import { OfferedIcon } from '../../parts/offered-icon'
import { SuggestionList } from './suggestion-list'
import type { SuggestedOffer, OfferSuggestions } from './use-offer-suggestions'
import styles from './suggestion-list.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface OfferListProps {
  readonly state: OfferSuggestions
  readonly onChoose: (offer: SuggestedOffer) => void
}

/** A listbox named `Prompts` or `Resources`. */
export function OfferList({ state, onChoose }: OfferListProps) {
  const { trigger, id, offers, emptyNote, suggestions, activeIndex, activate } = state
  if (trigger === null) return null
  if (offers.length === 0) {
    return emptyNote === null ? null : (
      <div className={styles.suggestionEmpty} role="status">
        {emptyNote}
      </div>
    )
  }
  return (
    <SuggestionList
      id={id}
      label={trigger.kind === 'prompt' ? texts.prompts() : texts.resources()}
      items={offers}
      keyOf={offerKey}
      activeIndex={activeIndex}
      onActivate={activate}
      onChoose={onChoose}
      onKeyDown={(event) => suggestions?.onKeyDown(event)}
      renderItem={(offer) =>
        offer.kind === 'prompt' ? (
          <PromptRow prompt={offer.prompt} />
        ) : (
          <ResourceRow resource={offer.resource} />
        )
      }
    />
  )
}

function offerKey(offer: SuggestedOffer): string {
  return offer.kind === 'prompt'
    ? `${offer.prompt.serverName}\n${offer.prompt.name}`
    : `${offer.resource.serverName}\n${offer.resource.uri}`
}

function PromptRow({ prompt }: { readonly prompt: PromptView }) {
  const { name, title, description, serverName, icons } = prompt
  const words = [title === name ? null : title, description].filter((text) => text !== null && text !== '')
  return (
    <>
      <OfferedIcon serverName={serverName} icons={icons} fallback={MessageSquareQuote} />
      <span className={styles.suggestionCode}>
        /<VisibleText text={name} />
      </span>
      <span className={styles.suggestionText}>
        <VisibleText text={words.join(' · ')} />
      </span>
      <ServerBadge name={serverName} />
    </>
  )
}

function ResourceRow({ resource }: { readonly resource: ResourceView }) {
  const { name, title, description, uri, serverName, icons } = resource
  return (
    <>
      <OfferedIcon serverName={serverName} icons={icons} fallback={FileText} />
      <span className={styles.suggestionName}>
        <VisibleText text={title ?? name} />
      </span>
      <span className={styles.suggestionText}>
        <VisibleText text={description === '' ? uri : description} />
      </span>
      <ServerBadge name={serverName} />
    </>
  )
}

function ServerBadge({ name }: { readonly name: string }) {
  return (
    <Badge className={styles.suggestionServer}>
      <VisibleText text={name} />
    </Badge>
  )
}
