/** The dialogs and chips for the composer's resources and prompts. Each dialog is in its own chunk. */
import { lazy, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { AttachmentChips } from '../attach/attachment-chips'
import { isEmpty } from '../content/attachments-view-store'
import { FileChips } from '../files/file-chips'
import { focusComposer } from '../content/drafts-view-store'
import type { ComposerOffers } from './use-composer-offers'

const AttachDialog = lazy(() =>
  import('../attach/attach-dialog').then((module) => ({ default: module.AttachDialog }))
)
const PromptDialog = lazy(() =>
  import('../attach/prompt-dialog').then((module) => ({ default: module.PromptDialog }))
)

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

/** Null when nothing is attached. */
export function attachmentChips(offers: ComposerOffers, onPutIntoMessage: (text: string) => void): ReactNode {
  const { attachments, listings } = offers
  if (isEmpty(attachments)) return null
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
