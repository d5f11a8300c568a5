/**
 * What design parts need from outside although they know no bridge: copying text and opening links.
 * The shell provides both once; tests provide plain functions.
 */
import { createContext, useContext } from 'react'

export interface HostActions {
  readonly copyText: (text: string) => Promise<void>
  /** Called after the person has seen the whole address and said yes. http, https and mailto only. */
  readonly openLink: (url: string) => Promise<void>
}

const missing = () => Promise.reject(new Error('HostActionsProvider is missing'))

const HostActionsContext = createContext<HostActions>({ copyText: missing, openLink: missing })

export const HostActionsProvider = HostActionsContext.Provider

export function useHostActions(): HostActions {
  return useContext(HostActionsContext)
}
