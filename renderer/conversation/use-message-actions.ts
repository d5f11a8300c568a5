/** Actions of a conversation's messages, as calls to the host. */
import { useMemo } from 'react'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { focusComposer, proposeDraft, readDraft } from './content/drafts-view-store'
import { attachResources } from './content/attachments-view-store'
import { openReceipt } from './context/receipt-view-store'
import { openSummary } from './context/context-view-store'
import { comparison } from './messages/comparison-view-store'
import { endEdit } from './messages/edits-view-store'
import { asQuote } from './messages/message-text'
import { rerun } from './tool-call/rerun-view-store'
import type { MessageActions } from './messages/message-article'

export interface MessageActionsOptions extends Pick<
  MessageActions,
  'onOpenSettings' | 'onShowLog' | 'onTool'
> {
  readonly conversationId: string
}

/** Stable between renders. */
export function useMessageActions(options: MessageActionsOptions): MessageActions {
  const { conversationId, onOpenSettings, onShowLog, onTool } = options
  return useMemo(
    (): MessageActions => ({
      onCancelCall: (callId) =>
        void call('conversation.cancel-tool-call', { conversationId, callId }).catch(report),
      onKeepWaiting: (callId) =>
        void call('conversation.keep-waiting', { conversationId, callId }).catch(report),
      onStopModel: (requestId) => void call('sampling.stop', { requestId }).catch(report),
      onRetry: () => void call('conversation.retry', { conversationId }).catch(report),
      onContinue: () => void call('conversation.continue', { conversationId }).catch(report),
      summaries: {
        onContinue: () => openSummary({ conversationId, messageId: null, text: null, goesOn: true }),
        onEdit: (messageId, text) => openSummary({ conversationId, messageId, text, goesOn: false }),
        onRemove: (messageId) =>
          void call('context.set-summary', { conversationId, messageId, text: null }).then(
            focusComposer,
            report
          )
      },
      ...branchActions(conversationId),
      onDelete: (messageId) =>
        void call('conversation.delete-message', { conversationId, messageId }).then(focusComposer, report),
      onQuote: (text) => {
        const before = readDraft(conversationId)
        proposeDraft(conversationId, `${before === '' ? '' : `${before}\n\n`}${asQuote(text)}\n\n`)
      },
      onCopyConversation: () =>
        void call('archive.to-markdown', { conversationId })
          .then(({ text }) => call('app.copy-text', { text }))
          .catch(report),
      onReceipt: openReceipt,
      onOpenSettings,
      onTool,
      onShowLog,
      readCall: async ({ messageId, callId }) => {
        const { messages } = await call('conversation.read', { conversationId, lastId: messageId, limit: 1 })
        const calls = messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
        return calls.find((part) => part.callId === callId) ?? null
      },
      onRunAgain: (messageId, part, withOthers) => {
        const earlier = { conversationId, messageId, part }
        if (withOthers) void rerun.ask(earlier).catch(report)
        else rerun.run(earlier, part.arguments)
      },
      readResult: (callId, from) => call('conversation.read-result', { conversationId, callId, from }),
      onAttach: (resource) => {
        attachResources(conversationId, [resource])
        focusComposer()
      }
    }),
    [conversationId, onOpenSettings, onShowLog, onTool]
  )
}

/** Actions that create or show another branch. */
function branchActions(
  conversationId: string
): Pick<MessageActions, 'onEdit' | 'onRegenerate' | 'onShowBranch' | 'onCompare' | 'onChooseAnswer'> {
  return {
    onEdit: (messageId, text) =>
      call('conversation.edit', { conversationId, messageId, text: text.trim() }).then(() => {
        endEdit(messageId)
        focusComposer()
      }, report),
    onRegenerate: (messageId, model) => {
      focusComposer() // another answer replaces this one and its buttons
      void call('conversation.regenerate', {
        conversationId,
        messageId,
        ...(model !== null && { model })
      }).catch(report)
    },
    onShowBranch: (messageId) =>
      void call('conversation.show-branch', { conversationId, messageId }).catch(report),
    onCompare: (messageId) => comparison.ask({ conversationId, messageId }),
    onChooseAnswer: (messageId, isShown) => {
      comparison.end()
      focusComposer()
      if (!isShown) void call('conversation.show-branch', { conversationId, messageId }).catch(report)
    }
  }
}
