/**
 * What design parts need from outside, because they don't know the bridge: copying text, opening links, writing
 * files. Provided by the shell, and by tests as plain functions.
 */
import { createContext, useContext } from 'react'
import type { PreviewKind } from '../../../app/contract/limits'
import type { DrawnDiagram } from '../../../app/contract/conversation/diagrams'

/** What is unusual about an address, as text. */
export interface LinkWarning {
  readonly level: 'danger' | 'note'
  readonly text: string
}

/** Code in a message that can be drawn as a page. */
export interface PreviewedCode {
  readonly conversationId: string
  readonly messageId: string
  readonly kind: PreviewKind
  readonly code: string
}

export interface HostActions {
  readonly copyText: (text: string) => Promise<void>
  /** The picture that is drawn at this place of the page. */
  readonly copyImage: (at: { readonly x: number; readonly y: number }) => Promise<void>
  /** What is unusual about an http or https address, as sentences. */
  readonly judgeLink: (url: string) => Promise<readonly LinkWarning[]>
  /** Called after the user saw the whole address and approved. http, https and mailto only. */
  readonly openLink: (url: string) => Promise<void>
  /** Asks the user for a path first. `data` is base64. Also resolves if they chose none. */
  readonly saveFile: (suggestedName: string, data: string) => Promise<void>
  /** A diagram as SVG, drawn in a separate page. */
  readonly drawDiagram: (code: string) => Promise<DrawnDiagram>
  /** Shows a page beside the conversation. */
  readonly showPreview: (previewed: PreviewedCode) => void
}

const missing = () => Promise.reject(new Error('HostActionsProvider is missing'))

const HostActionsContext = createContext<HostActions>({
  copyText: missing,
  copyImage: missing,
  judgeLink: missing,
  openLink: missing,
  saveFile: missing,
  drawDiagram: missing,
  showPreview: () => {}
})

export const HostActionsProvider = HostActionsContext.Provider

export function useHostActions(): HostActions {
  return useContext(HostActionsContext)
}
