/** From a chosen tool to its call: reads the tool, and runs it at once if it takes no arguments, or asks for them. */
import { useCallback, useState } from 'react'
import type { JsonObject } from '../../../app/contract/json'
import type { ToolView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { takesNoArguments } from './direct-input'
import type { OutgoingDraft } from './send-message'
import type { SuggestedTool } from '../tool-call/tool-suggestions'

export interface DirectTool {
  /** The tool whose arguments are asked for; kept while the dialog closes. */
  readonly tool: ToolView | null
  readonly isAsking: boolean
  readonly choose: (tool: SuggestedTool) => void
  readonly cancel: () => void
  readonly run: (tool: ToolView, args: JsonObject, isUnchecked?: boolean) => void
}

/** `onRun` sends the request. */
export function useDirectTool(onRun: (outgoing: OutgoingDraft) => void): DirectTool {
  const [tool, setTool] = useState<ToolView | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const run = useCallback(
    ({ serverName, name }: ToolView, args: JsonObject, isUnchecked = false) => {
      setIsAsking(false)
      const asked = { serverName, toolName: name, arguments: args }
      onRun({ text: '', toolRequest: { ...asked, ...(isUnchecked && { isUnchecked }) } })
    },
    [onRun]
  )
  const choose = useCallback(
    ({ serverName, name }: SuggestedTool) => {
      const begin = (read: ToolView) => {
        if (takesNoArguments(read.inputSchema)) return run(read, {})
        setTool(read)
        setIsAsking(true)
      }
      void call('tool.read', { serverName, toolName: name }).then(begin, report)
    },
    [run]
  )
  return { tool, isAsking, choose, cancel: useCallback(() => setIsAsking(false), []), run }
}
