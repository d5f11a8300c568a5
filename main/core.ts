/**
 * Starts the core behind the windows, sends its events to them and answers their calls. Loaded once the first window is
 * opening: everything heavy is loaded from this file.
 */
import { app } from 'electron'
import path from 'node:path'
// The global of this name is created on first use, and stays undefined if a debugger is first while it is created.
import { performance } from 'node:perf_hooks'
import type { HostPorts } from '../app/host/areas/host-ports'
import { createHost } from '../app/host/host'
import type { EventPayload } from '../app/contract/bridge/events'
import type { LocalizedText } from '../app/contract/localized-text'
import type { Language } from '../app/contract/limits'
import type { Arguments } from './arguments'
import { environment } from './environment'
import { createAnswering } from './ipc/answer-call'
import type { RequirePerson } from './ipc/approval/approval'
import { listenForPresses } from './ipc/approval/listen-for-presses'
import { createWindowApprovals, type WindowApprovals } from './ipc/approval/window-approvals'
import { createNotifications } from './notifications'
import { createPublishing, type Publishing } from './ipc/publish-to-windows'
import type { AnswerCall } from './ipc/serve'
import type { Logging } from './log/logging'
import type { OpenRequests } from './open-requests'
import { createPorts, type WindowPorts } from './ports'
import { createAttention } from './attention'
import { linkSystemLogFolder } from './log/system-log-folder'
import { createTraceWriter } from './log/trace-file'
import { createViewFrames } from './views/open-view-frame'
import { readPreviewScript } from './views/read-preview-script'
import type { ViewGuests } from './views/view-guests'
import type { AppWindow } from './window'
import type { AppWindows } from './windows'

export interface CoreOptions {
  readonly folders: Arguments
  readonly logging: Logging
  readonly windows: AppWindows
  readonly guests: ViewGuests
  readonly opened: OpenRequests
  readonly desktop: HostPorts['desktop']
  readonly onLanguage: (language: Language) => void
}

export interface Core {
  /** Answers calls of the window with these contents; null: there is no such window. */
  readonly answerOf: (contentsId: number) => AnswerCall | null
  /** Why this computer's policy forbids updates; null if it doesn't. */
  readonly refusalOfUpdates: () => LocalizedText | null
  dispose(): Promise<void>
}

/** Resolves when calls can be answered. Settings and servers are reported later, by events. */
export async function startCore(options: CoreOptions): Promise<Core> {
  const { folders, logging, windows, desktop, onLanguage } = options
  const { log } = logging
  linkLogs(options)
  const publishing = createPublishing(windows)
  const showConversation = leadIn(windows, publishing)
  const traceFile = app.isPackaged ? undefined : environment['PARLEY_TRACE']
  const ports = await createPorts(folders, logging, { ...windowPorts(windows), showConversation, desktop })
  const openViewFrame = createViewFrames(options.guests)
  const host = createHost({
    ...ports,
    openViewFrame,
    readPreviewScript,
    onTraced: traceFile === undefined ? undefined : createTraceWriter(traceFile)
  })
  const approvals = createWindowApprovals(() => performance.now())
  const answers = new Map<number, AnswerCall>()
  windows.each((appWindow) => {
    const requirePerson = watchWindow(appWindow, approvals)
    const answer = createAnswering({
      handlers: host.handlers,
      checksOutputs: !app.isPackaged,
      requirePerson,
      log: log.in('ipc')
    })
    const { contentsId } = appWindow
    answers.set(contentsId, (name, input) => {
      publishing.noteCall(contentsId, name)
      return answer(name, input)
    })
    appWindow.window.once('closed', () => answers.delete(contentsId))
  })
  let isNewsWanted = true
  const news = createAttention({
    isInFront: () => windows.all().some((item) => item.isInFront()),
    isWanted: () => isNewsWanted,
    show: createNotifications(showConversation)
  })
  host.onEvent((event) => {
    news.hear(event)
    if (event.name === 'questions.changed')
      approvals.change(event.payload as EventPayload<'questions.changed'>)
    publishing.publish(event)
    if (event.name !== 'settings.changed' || !('shownLanguage' in event.payload)) return
    approvals.noteHeld(event.payload.held?.id ?? null)
    isNewsWanted = event.payload.values['appearance.notifications']
    // Before the menus, which are drawn with the language.
    windows.setDeveloperTools(event.payload.values['desktop.developerTools'])
    windows.setTheme(event.payload.values['appearance.theme'])
    onLanguage(event.payload.shownLanguage)
  })
  options.opened.onFile(host.takeFile)
  options.opened.onLink(host.takeLink)
  // The start isn't awaited: its errors are reported by events, and any other error is a bug.
  void host.start().catch((error: unknown) => log.error('the start failed', { error }))
  return {
    answerOf: (contentsId) => answers.get(contentsId) ?? null,
    refusalOfUpdates: host.refusalOfUpdates,
    dispose: () => host.dispose()
  }
}

function windowPorts(windows: AppWindows): Omit<WindowPorts, 'showConversation' | 'desktop'> {
  return {
    current: () => windows.current()?.window ?? null,
    zoom: windows.zoom,
    openWindow: (view) => void windows.open(view),
    showQuickWindow: windows.showQuick
  }
}

/** Shows a full window, and the conversation if one is named. */
function leadIn(windows: AppWindows, { publish }: Publishing): (conversationId: string | null) => void {
  return (conversationId) => {
    windows.showQuick(false)
    if (conversationId === null) return windows.focus()
    if (windows.whole() === null) return void windows.open({ type: 'conversation', conversationId })
    windows.focus()
    // Not a change of the host's state, so it has no revision of its own.
    publish({ name: 'notification.pressed', revision: 0, payload: { conversationId } })
  }
}

/** Follows what the user presses in the window, and what it has shown since when. */
function watchWindow({ window, contents, isQuick }: AppWindow, approvals: WindowApprovals): RequirePerson {
  const approval = approvals.add(listenForPresses(window))
  contents.on('did-finish-load', approval.drawAnew)
  // `presses.ts` notices when another window becomes visible again. The quick window appears often while the user works
  // in other programs.
  if (isQuick) window.on('show', approval.drawAnew)
  window.on('hide', approval.uncover)
  window.on('minimize', approval.uncover)
  window.once('closed', approval.end)
  return approval.requirePerson
}

/** Only for the usual folder: otherwise two folders would both be shown as Parley's. */
function linkLogs({ folders, logging }: Pick<CoreOptions, 'folders' | 'logging'>): void {
  const { dataFolder } = folders
  if (dataFolder !== path.join(app.getPath('appData'), 'Parley')) return
  const folder = path.join(dataFolder, 'logs')
  linkSystemLogFolder({ platform: process.platform, home: app.getPath('home'), folder }).then(
    (what) => logging.log.debug('the folder for logs of this system', { what }),
    (error: unknown) => logging.log.warn('a link to the logs could not be created', { error })
  )
}
