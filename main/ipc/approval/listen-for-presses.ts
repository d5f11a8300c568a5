/** Reports Electron's input events to `presses.ts`. */
import { app, type BrowserWindow, type InputEvent } from 'electron'
import { performance } from 'node:perf_hooks'
import { pressReport } from '../../../app/contract/approval/press-report'
import { pressChannel } from '../../../app/contract/bridge/bridge'
import { isTrustedSender } from './trusted-sender'
import { createPresses, type Presses } from './presses'

/** Only the presses in this window; they end with it. */
export function listenForPresses(window: BrowserWindow): Presses {
  const presses = createPresses({
    now: () => performance.now(),
    isAssisted: () => app.accessibilitySupportEnabled
  })
  const contentsId = window.webContents.id
  window.webContents.on('input-event', (_event, input) => {
    const kind = kindOf(input)
    if (kind !== null) presses.hear(kind)
  })
  window.on('hide', () => presses.leaveSight())
  window.on('minimize', () => presses.leaveSight())
  window.webContents.ipc.on(pressChannel, ({ senderFrame, sender }, report: unknown) => {
    if (!isTrustedSender({ frame: senderFrame, contentsId: sender.id }, contentsId)) return
    const parsed = pressReport.safeParse(report)
    if (!parsed.success) return
    if (parsed.data.type === 'press') presses.report(parsed.data)
    else presses.leaveSight()
  })
  return presses
}

/** null: an event that can't approve anything, such as a moved pointer, or a released or repeated key. */
function kindOf({ type, modifiers = [] }: Pick<InputEvent, 'type' | 'modifiers'>): 'pointer' | 'key' | null {
  if (type === 'mouseDown' || type === 'touchStart' || type === 'pointerDown') return 'pointer'
  return (type === 'rawKeyDown' || type === 'keyDown') && !modifiers.includes('isautorepeat') ? 'key' : null
}
