/** What a composer does with its text: sends it to the model, or finds and runs a tool in Direct mode. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useAttachments } from '../content/attachments-view-store'
import { forgetFileProblems, readFileProblems } from '../files/file-problems-view-store'
import { directModelId } from '../../../app/contract/direct-model'
import { findTypedTool, readTypedCall } from './direct-input'
import { useOffServers } from '../content/choices-view-store'
import { setDraft, setLeaving, useDraft } from '../content/drafts-view-store'
import type { SuggestedTool } from '../tool-call/tool-suggestions'
import { useComposerSend } from './use-composer-send'
import type { ComposerSend } from './use-composer-send'
import { useDirectTool } from './use-direct-tool'
import type { DirectTool } from './use-direct-tool'
import { useToolSuggestions } from './use-tool-suggestions'
import type { ToolSuggestionList } from './use-tool-suggestions'

export interface ComposerOptions {
  /** False until the host's state is known; messages wait for it. */
  readonly isReady: boolean
  readonly conversationId: string | null
  readonly isRunning: boolean
  readonly model: string
  readonly onBegun: (conversationId: string) => void
  /** A tool that was chosen in the command menu, a message or the empty state. */
  readonly requestedTool: SuggestedTool | null
  readonly onToolTaken: () => void
  /** Changes when the tools may have changed. */
  readonly freshness: unknown
}

export interface ConversationComposerState {
  readonly text: string
  readonly setText: (text: string) => void
  readonly isDirect: boolean
  readonly failure: ComposerSend['failure']
  readonly direct: DirectTool
  readonly tools: ToolSuggestionList
  readonly chooseTool: (tool: SuggestedTool) => void
  /** `isSteering`: send with the results of running calls while an answer is written. */
  readonly submit: (isSteering?: boolean) => void
}

export function useConversationComposer(options: ComposerOptions): ConversationComposerState {
  const { isReady, conversationId, model, requestedTool, onToolTaken } = options
  const [text, setText] = useDraft(conversationId)
  const isDirect = isReady && model === directModelId
  const { isRunning, onBegun } = options
  const sender = useComposerSend({ conversationId, isRunning, model, onBegun })
  const direct = useDirectTool(sender.send)
  const { choose } = direct
  const chooseTool = useCallback(
    (tool: SuggestedTool) => {
      setDraft(conversationId, '')
      choose(tool)
    },
    [conversationId, choose]
  )
  const offServers = useOffServers(conversationId)
  const { freshness } = options
  const tools = useToolSuggestions({ isDirect, text, offServers, onChoose: chooseTool, freshness })
  useEffect(() => {
    if (requestedTool === null) return
    onToolTaken()
    choose(requestedTool)
  }, [requestedTool, onToolTaken, choose])
  const sendDirect = useDirectSending(chooseTool, sender.send)
  const isArriving = useAttachments(conversationId).files.some((file) => file.isArriving)
  const isSteering = useRef(false)
  const submitted = useWhenReady(conversationId, isReady && !isArriving, (hasWaited) => {
    // A file for this message was rejected meanwhile. The user decides whether to send without it.
    if (sender.isSending || (hasWaited && readFileProblems(conversationId).length > 0)) return
    forgetFileProblems(conversationId)
    if (isDirect) sendDirect(text)
    else sender.send({ text: text.trim(), toolRequest: null, isSteering: isSteering.current })
  })
  const submit = (steers = false) => {
    isSteering.current = steers
    submitted()
  }
  return { text, setText, isDirect, failure: sender.failure, direct, tools, chooseTool, submit }
}

/**
 * Runs `act`, or remembers it: the host's state must be known to choose between model and tool, and files must have
 * arrived.
 */
function useWhenReady(
  conversationId: string | null,
  isReady: boolean,
  act: (hasWaited: boolean) => void
): () => void {
  const [isWished, setIsWished] = useState(false)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!isReady || !isWished) return
    setIsWished(false)
    setLeaving(conversationId, false)
    latest.current(true)
  }, [conversationId, isReady, isWished])
  return () => {
    if (isReady) return act(false)
    setLeaving(conversationId, true)
    setIsWished(true)
  }
}

/** One text at a time: looking up the tool takes a moment in which Enter may be pressed again. */
function useDirectSending(
  choose: (tool: SuggestedTool) => void,
  send: ComposerSend['send']
): (text: string) => void {
  const isLookingUp = useRef(false)
  return (text) => {
    if (isLookingUp.current) return
    isLookingUp.current = true
    void sendDirect(text, choose, send)
      .catch(report)
      .finally(() => (isLookingUp.current = false))
  }
}

/** A tool's name asks for its arguments, a name with JSON runs, all other text is a message. */
async function sendDirect(
  text: string,
  choose: (tool: SuggestedTool) => void,
  send: ComposerSend['send']
): Promise<void> {
  const typed = readTypedCall(text)
  const tool = typed === null ? null : await findTool(typed.name)
  if (typed === null || tool === null) return send({ text: text.trim(), toolRequest: null })
  if (typed.arguments === null) return choose(tool)
  const { serverName, name } = tool
  send({ text: '', toolRequest: { serverName, toolName: name, arguments: typed.arguments } })
}

async function findTool(typedName: string): Promise<SuggestedTool | null> {
  const query = typedName.slice(typedName.lastIndexOf('/') + 1)
  return findTypedTool(typedName, await call('tool.search', { query, limit: 200 }))
}
