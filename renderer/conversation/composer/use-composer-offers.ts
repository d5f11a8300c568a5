/** Resources and prompts in the composer: lookups by `@` and `/`, attachments, and open dialogs. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { PromptView, ResourceListing } from '../../../app/contract/offers'
import {
  attachResources,
  detachResource,
  insertPrompt,
  toAttachment,
  useAttachments
} from '../content/attachments-view-store'
import type { AttachedResource, DraftAttachments } from '../content/attachments-view-store'
import { useOffServers } from '../content/choices-view-store'
import { withoutTrigger } from './composer-trigger'
import type { ComposerTrigger } from './composer-trigger'
import { focusComposer, setDraft } from '../content/drafts-view-store'
import { useOfferSuggestions } from './use-offer-suggestions'
import type { SuggestedOffer, OfferSuggestions } from './use-offer-suggestions'
import { useResourceListings } from '../../bridge/use-offers'

/** A prompt whose arguments are asked for; kept while the dialog closes. */
export interface RequestedPrompt {
  readonly prompt: PromptView
  readonly initial: Readonly<Record<string, string>>
}

export interface ComposerOffers {
  readonly list: OfferSuggestions
  /** Servers that are switched off in the conversation. */
  readonly offServers: readonly string[]
  readonly choose: (offer: SuggestedOffer) => void
  readonly setCaret: (position: number) => void
  readonly attachments: DraftAttachments
  /** Current lists while something is attached; null otherwise. */
  readonly listings: readonly ResourceListing[] | null
  readonly detach: (resource: AttachedResource) => void
  readonly attach: (resources: readonly AttachedResource[]) => void
  readonly isPicking: boolean
  readonly setIsPicking: (isPicking: boolean) => void
  readonly asked: RequestedPrompt | null
  readonly isAsking: boolean
  readonly ask: (asked: RequestedPrompt) => void
  /** Asks for a prompt's arguments, or inserts it at once. */
  readonly begin: (prompt: PromptView) => void
  readonly cancelAsking: () => void
  readonly insert: (prompt: PromptView, args: Readonly<Record<string, string>>) => void
  readonly removePrompt: () => void
}

export interface ComposerOffersOptions {
  readonly conversationId: string | null
  readonly text: string
  readonly textbox: RefObject<HTMLTextAreaElement | null>
}

export function useComposerOffers(options: ComposerOffersOptions): ComposerOffers {
  const { conversationId, text } = options
  const attachments = useAttachments(conversationId)
  const listings = useResourceListings(attachments.resources.length > 0 || attachments.prompt !== null).value
  const [isPicking, setIsPicking] = useState(false)
  const asking = useAskedPrompt(conversationId)
  const { caret, setCaret, takeOut } = useCaret(options)
  const { begin } = asking
  const onChoose = useCallback(
    (offer: SuggestedOffer, trigger: ComposerTrigger) => {
      takeOut(trigger)
      if (offer.kind === 'prompt') begin(offer.prompt)
      else attachResources(conversationId, [toAttachment(offer.resource)])
    },
    [conversationId, takeOut, begin]
  )
  const offServers = useOffServers(conversationId)
  const list = useOfferSuggestions({ text, caret, offServers, onChoose })
  return {
    list,
    offServers,
    choose: (offer) => list.trigger !== null && onChoose(offer, list.trigger),
    setCaret,
    attachments,
    listings,
    detach: (resource) => {
      detachResource(conversationId, resource)
      focusComposer() // the button was removed with its chip
    },
    attach: (resources) => {
      setIsPicking(false)
      attachResources(conversationId, resources)
    },
    isPicking,
    setIsPicking,
    ...asking
  }
}

type Asking = Pick<
  ComposerOffers,
  'asked' | 'isAsking' | 'ask' | 'begin' | 'cancelAsking' | 'insert' | 'removePrompt'
>

/** A prompt without arguments is inserted at once. */
function useAskedPrompt(conversationId: string | null): Asking {
  const [asked, setAsked] = useState<RequestedPrompt | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const ask = useCallback((wanted: RequestedPrompt) => {
    setAsked(wanted)
    setIsAsking(true)
  }, [])
  const insert = useCallback(
    (prompt: PromptView, args: Readonly<Record<string, string>>) => {
      setIsAsking(false)
      insertPrompt(conversationId, { prompt, arguments: args })
    },
    [conversationId]
  )
  const begin = useCallback(
    (prompt: PromptView) =>
      prompt.arguments.length === 0 ? insert(prompt, {}) : ask({ prompt, initial: {} }),
    [ask, insert]
  )
  return {
    asked,
    isAsking,
    ask,
    cancelAsking: useCallback(() => setIsAsking(false), []),
    insert,
    removePrompt: () => {
      insertPrompt(conversationId, null)
      focusComposer()
    },
    begin
  }
}

/** The user's caret. After a word was removed it is where the word began. */
function useCaret({ conversationId, text, textbox }: ComposerOffersOptions) {
  const [caret, setCaret] = useState(0)
  const wanted = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    textbox.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = null
  }, [text, textbox])
  const takeOut = useCallback(
    (trigger: ComposerTrigger) => {
      wanted.current = trigger.start
      setCaret(trigger.start)
      setDraft(conversationId, withoutTrigger(text, trigger))
    },
    [conversationId, text]
  )
  return { caret, setCaret, takeOut }
}
