/**
 * Brings the core up behind the window, carries its events there and answers the window's calls with it.
 * Loaded once the window is on its way: all that is heavy hangs on this file.
 */
import { app, type BrowserWindow } from 'electron'
import { createHost } from '../app/host/host'
import type { EventPayload } from '../app/contract/events'
import type { Language } from '../app/contract/limits'
import type { Arguments } from './arguments'
import { environment } from './environment'
import { createAnswering } from './ipc/answer-call'
import { createApproval } from './ipc/approval/approval'
import { hearPresses } from './ipc/approval/hear-presses'
import { createShownQuestions } from './ipc/approval/shown-questions'
import { publishEvent } from './ipc/publish'
import type { AnswerCall } from './ipc/serve'
import type { Logging } from './log/logging'
import { createPorts } from './ports'
import { writeTrace } from './trace-file'
import type { AppWindow } from './window'

export interface CoreOptions {
  readonly folders: Arguments
  readonly logging: Logging
  readonly appWindow: AppWindow
  readonly onLanguage: (language: Language) => void
}

export interface Core {
  readonly answer: AnswerCall
  dispose(): Promise<void>
}

/** Resolves when calls can be answered; settings and servers come up after that, by events. */
export async function startCore({ folders, logging, appWindow, onLanguage }: CoreOptions): Promise<Core> {
  const { log } = logging
  const window = (): BrowserWindow | null => (appWindow.window.isDestroyed() ? null : appWindow.window)
  const host = createHost(await createPorts(folders, logging, window))
  const shown = createShownQuestions(() => performance.now())
  const requirePerson = createApproval(hearPresses(appWindow.window), shown)
  appWindow.window.webContents.on('did-finish-load', () => shown.drawAnew())
  host.onEvent((event) => {
    if (event.name === 'questions.changed') shown.change(event.payload as EventPayload<'questions.changed'>)
    publishEvent(window()?.webContents ?? null, event)
    if (event.name !== 'settings.changed' || !('shownLanguage' in event.payload)) return
    shown.noteHeld(event.payload.held?.id ?? null)
    appWindow.setTheme(event.payload.values['appearance.theme'])
    onLanguage(event.payload.shownLanguage)
  })
  const traceFile = app.isPackaged ? undefined : environment['PARLEY_TRACE']
  if (traceFile !== undefined) writeTrace(host, traceFile)
  // Nobody waits for the start: what goes wrong in it is told by events, and anything else is a bug.
  void host.start().catch((error: unknown) => log.error('the start failed', { error }))
  return {
    answer: createAnswering({
      handlers: host.handlers,
      checksOutputs: !app.isPackaged,
      requirePerson,
      log: log.in('ipc')
    }),
    dispose: () => host.dispose()
  }
}
