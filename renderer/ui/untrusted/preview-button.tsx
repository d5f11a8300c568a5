/** A button that shows code of a model as a page. The code doesn't run before its press. */
import { Eye } from 'lucide-react'
import { createContext, useContext } from 'react'
import { previewLimits } from '../../../app/contract/limits'
import { ui } from '../../../app/texts/compiled/window/ui'
import { useHostActions, type PreviewedCode } from '../base/host-actions'
import { Button } from '../controls/button'
import { findPreviewKind } from '../base/find-preview-kind'

/** The answer around the text; null: nothing here was written by a model. */
export const PreviewContext = createContext<Pick<PreviewedCode, 'conversationId' | 'messageId'> | null>(null)

export interface PreviewButtonProps {
  readonly code: string
  readonly language: string
  /** False while the block still grows. */
  readonly isSettled: boolean
}

/** Named `Preview`; nothing if the code isn't a page. */
export function PreviewButton({ code, language, isSettled }: PreviewButtonProps) {
  const place = useContext(PreviewContext)
  const { showPreview } = useHostActions()
  const kind = place === null ? null : findPreviewKind(language, code)
  if (place === null || kind === null) return null
  return (
    <Button
      size="small"
      variant="quiet"
      icon={Eye}
      disabled={!isSettled || code.length > previewLimits.text}
      onClick={() => showPreview({ ...place, kind, code })}
    >
      {ui.preview()}
    </Button>
  )
}
