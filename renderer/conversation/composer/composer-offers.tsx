/** The dialogs and chips for the composer's resources and prompts. Each dialog is in its own chunk. */
import { useRef } from 'react'
import type { RefObject } from 'react'
import { latePart } from '../../ui/controls/late-part'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { AttachmentChips } from '../attach/attachment-chips'
import { FileChips } from '../files/file-chips'
import { focusComposer } from '../content/drafts-view-store'
import type { ComposerOffers } from './use-composer-offers'

const AttachDialog = latePart(async () => (await import('../attach/attach-dialog')).AttachDialog)
const PromptDialog = latePart(async () => (await import('../attach/prompt-dialog')).PromptDialog)

export interface OfferDialogsProps {
  readonly offers: ComposerOffers
  readonly isDirect: boolean
  readonly onOpenServers: () => void
  /** The composer's text box, which gets the focus. */
  readonly textbox: RefObject<HTMLTextAreaElement | null>
}

export function OfferDialogs({ offers, isDirect, onOpenServers, textbox }: OfferDialogsProps) {
  const { isPicking, setIsPicking, asked } = offers
  const wasPicking = useRef(false)
  wasPicking.current ||= isPicking
  return (
    <LazyDialog
      open={isPicking || offers.isAsking}
      onClose={isPicking ? () => setIsPicking(false) : offers.cancelAsking}
    >
      {wasPicking.current && (
        <AttachDialog
          open={isPicking}
          isDirect={isDirect}
          offServers={offers.offServers}
          onCancel={() => setIsPicking(false)}
          onAttach={offers.attach}
          onPrompt={(prompt) => {
            setIsPicking(false)
            offers.begin(prompt)
          }}
          onOpenServers={() => {
            setIsPicking(false)
            onOpenServers()
          }}
          finalFocus={textbox}
        />
      )}
      {asked !== null && (
        <PromptDialog
          prompt={asked.prompt}
          initial={asked.initial}
          open={offers.isAsking}
          onCancel={offers.cancelAsking}
          onInsert={offers.insert}
        />
      )}
    </LazyDialog>
  )
}

export interface AttachedChipsProps {
  readonly offers: ComposerOffers
  readonly onPutIntoMessage: (text: string) => void
}

export function AttachedChips({ offers, onPutIntoMessage }: AttachedChipsProps) {
  const { attachments, listings } = offers
  const { prompt } = attachments
  const canEdit = prompt !== null && prompt.prompt.arguments.length > 0
  return (
    <AttachmentChips
      attachments={attachments}
      listings={listings}
      onDetach={offers.detach}
      onRemovePrompt={offers.removePrompt}
      onEditPrompt={
        canEdit ? () => offers.ask({ prompt: prompt.prompt, initial: prompt.arguments }) : undefined
      }
    >
      <FileChips files={attachments.files} onGone={focusComposer} onPutIntoMessage={onPutIntoMessage} />
    </AttachmentChips>
  )
}
