/** Commands for the last answer and the last message of the open conversation. */
import type { WindowCommandName } from '../../app/contract/bridge/commands'
import type { Message } from '../../app/contract/conversations'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { focusComposer, proposeDraft, readDraft } from '../conversation/content/drafts-view-store'
import { openSummary, showContext } from '../conversation/context/context-view-store'
import { openReceipt } from '../conversation/context/receipt-view-store'
import { openMessageDialog } from '../conversation/messages/message-dialog-view-store'
import { setEdit } from '../conversation/messages/edits-view-store'
import {
  asQuote,
  messageText,
  readUserText,
  findRecoveryOptions
} from '../conversation/messages/message-text'
import { directModelId } from '../../app/contract/direct-model'
import { useProjection } from '../state/projection'
import { navigate, useNavigation } from './navigation-view-store'

interface Shown {
  readonly conversationId: string
  readonly model: string | null
  readonly isRunning: boolean
  readonly messages: readonly Message[]
  /** The last message, if it is from the assistant. */
  readonly answer: Message | undefined
  /** The last message that the user typed. */
  readonly own: Message | undefined
}

interface AnswerCommand {
  readonly isPossible: (shown: Shown) => boolean
  readonly act: (shown: Shown) => void
}

const hasWords = ({ answer }: Shown): boolean => answer !== undefined && messageText(answer) !== ''
const isAtRest = ({ isRunning }: Shown): boolean => !isRunning
const isOfModel = ({ model }: Shown): boolean => model !== null && model !== directModelId

/** It may be far out of view. */
function openOfAnswer({ conversationId, answer }: Shown, dialog: 'deletion' | 'sent'): void {
  if (answer === undefined) return
  openMessageDialog(answer.id, dialog)
  navigate.toConversation(conversationId, answer.id)
}

const commands = {
  'regenerate-answer': {
    isPossible: (shown) => isAtRest(shown) && shown.answer !== undefined,
    act: ({ conversationId, answer }) => {
      focusComposer()
      void call('conversation.regenerate', { conversationId, messageId: answer?.id ?? '' }).catch(report)
    }
  },
  'retry-answer': {
    isPossible: (shown) =>
      isAtRest(shown) && shown.answer !== undefined && findRecoveryOptions(shown.answer).canRetry,
    act: ({ conversationId }) => void call('conversation.retry', { conversationId }).catch(report)
  },
  'continue-answer': {
    isPossible: (shown) =>
      isAtRest(shown) && shown.answer !== undefined && findRecoveryOptions(shown.answer).canContinue,
    act: ({ conversationId }) => void call('conversation.continue', { conversationId }).catch(report)
  },
  'copy-answer': {
    isPossible: hasWords,
    act: ({ answer }) => {
      if (answer) void call('app.copy-text', { text: messageText(answer) }).catch(report)
    }
  },
  'quote-answer': {
    isPossible: hasWords,
    act: ({ conversationId, answer }) => {
      const before = readDraft(conversationId)
      const quoted = asQuote(answer === undefined ? '' : messageText(answer))
      proposeDraft(conversationId, `${before === '' ? '' : `${before}\n\n`}${quoted}\n\n`)
    }
  },
  'delete-answer': {
    isPossible: (shown) => isAtRest(shown) && shown.answer !== undefined,
    act: (shown) => openOfAnswer(shown, 'deletion')
  },
  'show-receipt': {
    isPossible: ({ answer }) => answer !== undefined,
    act: ({ answer }) => answer !== undefined && openReceipt(answer.id)
  },
  'show-sent': {
    isPossible: (shown) => isOfModel(shown) && shown.answer !== undefined,
    act: (shown) => openOfAnswer(shown, 'sent')
  },
  'edit-message': {
    isPossible: (shown) => isAtRest(shown) && shown.own !== undefined,
    act: ({ conversationId, own }) => {
      if (own === undefined) return
      setEdit(own.id, readUserText(own))
      // It may be far out of view.
      navigate.toConversation(conversationId, own.id)
    }
  },
  'copy-conversation': {
    isPossible: ({ messages }) => messages.length > 0,
    act: ({ conversationId }) =>
      void call('archive.to-markdown', { conversationId })
        .then(({ text }) => call('app.copy-text', { text }))
        .catch(report)
  },
  'show-context': { isPossible: isOfModel, act: ({ conversationId }) => showContext(conversationId) },
  'sum-up': {
    isPossible: (shown) =>
      isOfModel(shown) && isAtRest(shown) && shown.messages.filter(({ role }) => role === 'user').length > 1,
    act: ({ conversationId }) => openSummary({ conversationId, messageId: null, text: null, goesOn: false })
  }
} as const satisfies Partial<Record<WindowCommandName, AnswerCommand>>

export type AnswerCommandName = keyof typeof commands

export function isAnswerCommand(name: WindowCommandName): name is AnswerCommandName {
  return Object.hasOwn(commands, name)
}

export function canAnswerCommand(name: AnswerCommandName): boolean {
  const shown = shownNow()
  return shown !== null && commands[name].isPossible(shown)
}

export function runAnswerCommand(name: AnswerCommandName): void {
  const shown = shownNow()
  if (shown !== null && commands[name].isPossible(shown)) commands[name].act(shown)
}

function shownNow(): Shown | null {
  const { conversationId } = useNavigation.getState()
  const { conversations, threads } = useProjection.getState()
  const conversation = conversations.find(({ id }) => id === conversationId)
  if (conversation === undefined) return null
  const messages = threads[conversation.id]?.messages ?? []
  const last = messages.at(-1)
  return {
    conversationId: conversation.id,
    model: conversation.model,
    isRunning: conversation.isRunning,
    messages,
    answer: last?.role === 'assistant' ? last : undefined,
    own: messages.findLast(
      ({ role, parts }) => role === 'user' && !parts.some(({ type }) => type === 'tool-request')
    )
  }
}
