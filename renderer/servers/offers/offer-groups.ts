/** One server's offers as rows with a name and a line, if they contain every searched word. Pure. */
import type { PromptView, ResourceListing } from '../../../app/contract/offers'
import type { ToolView } from '../../../app/contract/servers'
import { explainNotForModels } from '../../parts/tool-hints'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface GroupedOffer {
  readonly key: string
  readonly name: string
  /** Title, description or address, combined in one line. */
  readonly words: string
}

export interface OfferGroup {
  readonly kind: 'tools' | 'prompts' | 'resources'
  readonly offers: readonly GroupedOffer[]
}

export interface OfferedThings {
  readonly serverName: string
  readonly tools: readonly ToolView[]
  /** Of all servers. */
  readonly prompts: readonly PromptView[]
  /** Null: it has none. */
  readonly listing: ResourceListing | null
}

/** Descriptions may be whole pages; a row needs their beginning. */
const longestWords = 200

/** Groups without rows are omitted. */
export function groupOffers(things: OfferedThings, query: string): readonly OfferGroup[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  const fits = (offer: GroupedOffer) => {
    const text = `${offer.name} ${offer.words}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const groups: readonly OfferGroup[] = [
    { kind: 'tools', offers: things.tools.map(toolOffer).filter(fits) },
    { kind: 'prompts', offers: promptOffers(things).filter(fits) },
    { kind: 'resources', offers: resourceOffers(things.listing).filter(fits) }
  ]
  return groups.filter(({ offers }) => offers.length > 0)
}

function toolOffer(tool: ToolView): GroupedOffer {
  const { name, title, description, isDisabled, problem } = tool
  const state = problem !== null ? texts.unusable() : isDisabled ? texts.notOfferedToModel() : null
  return { key: name, name, words: lineOf(state, explainNotForModels(tool), title, description) }
}

function promptOffers({ prompts, serverName }: OfferedThings): GroupedOffer[] {
  return prompts
    .filter((prompt) => prompt.serverName === serverName)
    .map(({ name, title, description }) => ({
      key: name,
      name: `/${name}`,
      words: lineOf(title, description)
    }))
}

function resourceOffers(listing: ResourceListing | null): GroupedOffer[] {
  if (listing === null) return []
  const whole = listing.resources.map(({ uri, name, title, mimeType }) => ({
    key: uri,
    name: title ?? name,
    words: lineOf(mimeType, uri)
  }))
  const templates = listing.templates.map(({ uriTemplate, name, title }) => ({
    key: uriTemplate,
    name: title ?? name,
    words: lineOf(texts.template(), uriTemplate)
  }))
  return [...whole, ...templates]
}

function lineOf(...parts: readonly (string | null)[]): string {
  return parts
    .filter((part) => part !== null && part.trim() !== '')
    .join(' · ')
    .slice(0, longestWords)
}
