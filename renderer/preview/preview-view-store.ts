/** The page that the window previews, until it is closed or another conversation is shown. */
import { create } from 'zustand'
import type { PreviewedCode } from '../ui/base/host-actions'

interface PreviewState {
  /** `press`: how many were opened before, so that each press opens it again. */
  readonly shown: (PreviewedCode & { readonly press: number }) | null
  /** Gets the focus when the preview closes. */
  readonly opener: Element | null
}

export const usePreview = create<PreviewState>()(() => ({ shown: null, opener: null }))

let presses = 0

export function showPreview(previewed: PreviewedCode): void {
  presses += 1
  usePreview.setState({ shown: { ...previewed, press: presses }, opener: document.activeElement })
}

export function closePreview(): void {
  const { opener } = usePreview.getState()
  usePreview.setState({ shown: null, opener: null })
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
}
