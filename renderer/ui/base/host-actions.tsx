/**
 * What design parts need from outside although they know no bridge: copying text, opening links, writing files.
 * The shell provides them once; tests provide plain functions.
 */
import { createContext, useContext } from 'react'
import type { DrawnDiagram } from '../../../app/contract/diagrams/diagrams'

/** What is odd about an address, in words. */
export interface LinkWarning {
  readonly level: 'danger' | 'note'
  readonly text: string
}

export interface HostActions {
  readonly copyText: (text: string) => Promise<void>
  /** The picture that is drawn at this place of the page. */
  readonly copyImage: (at: { readonly x: number; readonly y: number }) => Promise<void>
  /** What is odd about an http or https address, in sentences. */
  readonly judgeLink: (url: string) => Promise<readonly LinkWarning[]>
  /** Called after the person has seen the whole address and said yes. http, https and mailto only. */
  readonly openLink: (url: string) => Promise<void>
  /** Asks the person for a place first. `data` is base64. Resolves too when they chose none. */
  readonly saveFile: (suggestedName: string, data: string) => Promise<void>
  /** A diagram as SVG, drawn in a page of its own. */
  readonly drawDiagram: (code: string) => Promise<DrawnDiagram>
}

const missing = () => Promise.reject(new Error('HostActionsProvider is missing'))

const HostActionsContext = createContext<HostActions>({
  copyText: missing,
  copyImage: missing,
  judgeLink: missing,
  openLink: missing,
  saveFile: missing,
  drawDiagram: missing
})

export const HostActionsProvider = HostActionsContext.Provider

export function useHostActions(): HostActions {
  return useContext(HostActionsContext)
}
