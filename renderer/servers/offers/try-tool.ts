/** How a tool is tried from the servers: the conversation asks for its arguments and runs it. */
import { createContext, useContext } from 'react'

export type TryTool = (tool: { readonly serverName: string; readonly name: string }) => void

/** Null: no conversation is available. */
export const TryToolContext = createContext<TryTool | null>(null)

export function useTryTool(): TryTool | null {
  return useContext(TryToolContext)
}
