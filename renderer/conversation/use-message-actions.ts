/** What the messages of a conversation can ask for, as calls of the host. */
import { useMemo } from 'react'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { focusComposer, offerDraft, readDraft } from './content/drafts-view-store'
import { attachResources } from './content/attachments-view-store'
import { endEdit } from './messages/edits-view-store'
import type { MessageActions } from './messages/message-article'

export interface MessageActionsOptions extends Pick<
  MessageActions,
  'onOpenSettings' | 'onShowLog' | 'onTool'
> {
  readonly conversationId: string
}

/** The same between renders. */
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
      onEdit: (messageId, text) =>
        call('conversation.edit', { conversationId, messageId, text: text.trim() }).then(() => {
          endEdit(messageId)
          focusComposer()
        }, report),
      onRegenerate: (messageId, model) => {
        focusComposer() // the answer gives way to another one, and its buttons with it
        void call('conversation.regenerate', {
          ...{ conversationId, messageId },
          ...(model !== null && { model })
        }).catch(report)
      },
      onShowBranch: (messageId) =>
        void call('conversation.show-branch', { conversationId, messageId }).catch(report),
      onDelete: (messageId) =>
        void call('conversation.delete-message', { conversationId, messageId }).then(focusComposer, report),
      onQuote: (text) => {
        const before = readDraft(conversationId)
        offerDraft(conversationId, `${before === '' ? '' : `${before}\n\n`}${asQuote(text)}\n\n`)
      },
      onCopyConversation: () =>
        void call('archive.to-markdown', { conversationId })
          .then(({ text }) => call('app.copy-text', { text }))
          .catch(report),
      onOpenSettings,
      onTool,
      onShowLog,
      readResult: (callId, from) => call('conversation.read-result', { conversationId, callId, from }),
      onAttach: (resource) => {
        attachResources(conversationId, [resource])
        focusComposer()
      }
    }),
    [conversationId, onOpenSettings, onShowLog, onTool]
  )
}

/** Each line as Markdown marks the words of others. */
function asQuote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}
