/** Runs the window's commands from the application menu, a key or the command menu. */
import { windowCommandNames, commands, type WindowCommandName } from '../../app/contract/bridge/commands'
import type { ConversationSummary } from '../../app/contract/conversations'
import type { EventEnvelope } from '../../app/contract/bridge/events'
import { screens, type ScreenName } from '../../app/contract/bridge/screens'
import type { WindowAct } from '../../app/contract/bridge/window-calls'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { focusComposer } from '../conversation/content/drafts-view-store'
import { comparison } from '../conversation/messages/comparison-view-store'
import { find } from '../conversation/find/find-view-store'
import { useProjection } from '../state/projection'
import { openDialogAbout, askForName, rename } from './list-dialogs/list-dialogs-view-store'
import { navigate, useNavigation } from './navigation-view-store'
import { canAnswerCommand, isAnswerCommand, runAnswerCommand } from './answer-commands'
import type { AnswerCommandName } from './answer-commands'
import { newConversation } from './new-conversation'

const actions: Record<Exclude<WindowCommandName, ScreenName | AnswerCommandName>, () => void> = {
  'new-conversation': newConversation,
  'new-window': openWindow,
  'quick-window': showQuick,
  search: focusSearch,
  find: find.open,
  'toggle-list': () => navigate.showSidebar(!useNavigation.getState().isSidebarShown),
  'write-message': focusComposer,
  'stop-answer': press('stop-answer'),
  'compare-answers': () => withCurrent(({ id }) => comparison.ask({ conversationId: id, messageId: null })),
  'choose-thinking': press('choose-thinking'),
  'add-server': navigate.addServer,
  'attach-resources': press('attach-resources'),
  'add-files': press('add-files'),
  'choose-folders': press('choose-folders'),
  'set-conversation': press('set-conversation'),
  'rename-conversation': () => {
    navigate.showSidebar(true)
    withCurrent(({ id }) => rename(id))
  },
  'pin-conversation': () => withCurrent((conversation) => shelve(conversation, 'pinned')),
  'archive-conversation': () => withCurrent((conversation) => shelve(conversation, 'archived')),
  'move-conversation': () => withCurrent((conversation) => openDialogAbout('move', conversation)),
  'new-drawer': () => askForName(null),
  'export-conversation': () => withCurrent((conversation) => openDialogAbout('export', conversation)),
  'delete-conversation': () => withCurrent((conversation) => openDialogAbout('delete', conversation)),
  'actual-size': () => zoom('reset'),
  'zoom-in': () => zoom('in'),
  'zoom-out': () => zoom('out'),
  'full-screen': () => actOnWindow('full-screen'),
  'close-window': () => actOnWindow('close'),
  quit: () => actOnWindow('quit')
}

/** Call it with every event of the host. */
export function carryOutMenuCommand(event: EventEnvelope): void {
  if (event.name === 'notification.pressed') {
    const { conversationId } = event.payload as { readonly conversationId: string }
    // An app on the page of its server asks for no conversation.
    const isKnown = useProjection.getState().conversations.some(({ id }) => id === conversationId)
    if (isKnown) navigate.toConversation(conversationId)
  }
  if (event.name === 'menu.chosen')
    carryOut((event.payload as { readonly command: WindowCommandName }).command)
}

export function carryOut(command: WindowCommandName): void {
  if (isInChat(command)) navigate.toChat()
  if (isScreen(command)) navigate.open(command)
  else if (isAnswerCommand(command)) runAnswerCommand(command)
  else actions[command]()
}

/** Whether it has something to act on now. */
export function isPossible(command: WindowCommandName): boolean {
  if (useNavigation.getState().isQuick && ofList.has(command)) return false
  if (command === 'compare-answers') return hasAnswer()
  if (pressed.has(command)) return buttonOf(command) !== null
  if (isAnswerCommand(command)) return canAnswerCommand(command)
  return !command.endsWith('-conversation') || command === 'new-conversation' || current() !== undefined
}

/** It works in the conversation, also while a server covers that. */
function isInChat(command: WindowCommandName): boolean {
  return pressed.has(command) || ofChat.has(command) || isAnswerCommand(command)
}

function isScreen(command: WindowCommandName): command is ScreenName {
  return Object.hasOwn(screens, command)
}

/** The command of a key in the page; null: none. */
export function findKeyCommand(event: KeyboardEvent): (() => void) | null {
  const command = windowCommandNames.find((name) => isKeyOf(name, event))
  if (command === undefined) return null
  const isFree = useNavigation.getState().dialog === 'none'
  return isFree || isUsableInDialogs(command) ? () => carryOut(command) : () => {}
}

/** Opening a window or zooming is independent of the dialog. Another dialog may replace it. */
function isUsableInDialogs(command: WindowCommandName): boolean {
  return (
    command === 'new-window' ||
    commands[command].menu === 'zoom' ||
    (isScreen(command) && command !== 'command-menu')
  )
}

function isKeyOf(name: WindowCommandName, event: KeyboardEvent): boolean {
  const { shortcut } = commands[name]
  if (shortcut === null || event.altKey) return false
  const isCommand = event.ctrlKey || event.metaKey
  if (!isCommand) return name === 'shortcuts' && event.key === '?' && !isInField(event)
  const parts = shortcut.split('+')
  const key = parts.at(-1) ?? ''
  // Whether a character needs Shift depends on the keyboard.
  if (/^[A-Z]$/u.test(key))
    return event.key.toUpperCase() === key && event.shiftKey === parts.includes('Shift')
  return key === 'Plus' ? event.key === '+' || event.key === '=' : event.key === key
}

function isInField({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** The quick window has no list of conversations. */
const ofList = new Set<WindowCommandName>(['search', 'toggle-list', 'rename-conversation', 'quick-window'])

/** Commands that press buttons of the page, which know how to run them. */
const pressed = new Set<WindowCommandName>([
  'stop-answer',
  'choose-thinking',
  'attach-resources',
  'add-files',
  'choose-folders',
  'set-conversation'
])

const ofChat = new Set<WindowCommandName>(['find', 'write-message', 'compare-answers'])

function buttonOf(command: WindowCommandName): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-command="${command}"]`)
}

function press(command: WindowCommandName): () => void {
  return () => buttonOf(command)?.click()
}

function current(): ConversationSummary | undefined {
  const { conversationId } = useNavigation.getState()
  return useProjection.getState().conversations.find(({ id }) => id === conversationId)
}

/** An answer that can be compared: it exists, and none is being written. */
function hasAnswer(): boolean {
  const conversation = current()
  const { threads } = useProjection.getState()
  const messages = threads[conversation?.id ?? '']?.messages ?? []
  return conversation?.isRunning === false && messages.some(({ role }) => role === 'assistant')
}

function withCurrent(act: (conversation: ConversationSummary) => void): void {
  const conversation = current()
  if (conversation !== undefined) act(conversation)
}

function shelve({ id, shelf }: ConversationSummary, wanted: 'pinned' | 'archived'): void {
  const next = shelf === wanted ? null : wanted
  void call('folder.set-place', { conversationIds: [id], place: next }).catch(report)
}

function openWindow(): void {
  void call('window.show-conversation', { conversationId: null, isNewWindow: true }).catch(report)
}

function showQuick(): void {
  void call('window.show-quick', { isShown: true }).catch(report)
}

function zoom(step: 'in' | 'out' | 'reset'): void {
  void call('window.zoom', { step }).catch(report)
}

function actOnWindow(act: WindowAct): void {
  void call('window.act', { act }).catch(report)
}

export const searchboxId = 'search-conversations'

function focusSearch(): void {
  const box = document.getElementById(searchboxId)
  navigate.showSidebar(true)
  // If it is shown already, the next key is for it; a hidden sidebar is shown with the next frame.
  if (box !== null) box.focus()
  else requestAnimationFrame(() => document.getElementById(searchboxId)?.focus())
}
