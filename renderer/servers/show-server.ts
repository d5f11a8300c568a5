/** How the dialog `Servers` opens a server instead of the conversation. */
import { createContext, useContext } from 'react'
import type { ServerTab } from '../../app/contract/bridge/beginning'

type ShowServer = (serverName: string, tab: ServerTab) => void

export const ShowServerContext = createContext<ShowServer>(() => {})

export function useShowServer(): ShowServer {
  return useContext(ShowServerContext)
}
