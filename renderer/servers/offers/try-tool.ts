/** How a tool is tried from where it is looked at: the conversation asks for its arguments and runs it. */
import { createContext, useContext } from 'react'

export type TryTool = (tool: { readonly serverName: string; readonly name: string }) => void

/** Null: nobody is there who could. */
export const TryToolContext = createContext<TryTool | null>(null)

export function useTryTool(): TryTool | null {
  return useContext(TryToolContext)
}
