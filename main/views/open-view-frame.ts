/**
 * Draws views in guests of windows: each in its own process, with a session of its own that keeps nothing, and has only
 * the hosts and permissions that the user allows.
 */
import { app, session, type Session, type WebContents } from 'electron'
import { randomUUID } from 'node:crypto'
import type { OpenViewFrame, ViewEndReason, ViewFrameOptions } from '../../app/views/interface'
import { viewScheme } from '../page/page-address'
import { ViewAnswers } from './answer-view'
import { guardGuest } from './guard-guest'
import { createViewAddresses } from './view-address'
import type { ViewGuests } from './view-guests'
import { handlePermissions } from './view-permissions'
import { watchGuest, type WatchedFrame } from './watch-guest'

/** To be called after the app is ready. */
export function createViewFrames(guests: ViewGuests): OpenViewFrame {
  return () => {
    const partition = `view-${randomUUID()}`
    const addresses = createViewAddresses(randomUUID)
    const address = `${addresses.proxy}/`
    const own = session.fromPartition(partition, { cache: false })
    let shown: ViewFrameOptions | null = null
    let show = (_options: ViewFrameOptions): void => {}
    const page = new Promise<ViewFrameOptions>((resolve) => (show = resolve))
    let guest: WebContents | null = null
    let endedFor: ViewEndReason | null = null
    let isOpen = true
    let isLoaded = false
    let stopWatch = (): void => {}
    const close = (): void => {
      if (!isOpen) return
      isOpen = false
      stopWatch()
      forget()
      answers.end()
      if (guest !== null) endGuest(guest)
      void own.clearStorageData()
    }
    const end = (reason: ViewEndReason): void => {
      if (!isOpen) return
      close()
      endedFor = reason
      shown?.onEnd(reason)
    }
    const answers = new ViewAnswers({
      addresses,
      secret: randomUUID(),
      page,
      onMessage: (text) => isOpen && shown?.onMessage(text),
      onTooLarge: () => end('too-large')
    })
    closeSession(own, answers, async (request) => (await page).load(request))
    handlePermissions(own, addresses.view, page)
    const forget = guests.expect({
      address,
      partition,
      session: own,
      onCreated: (created) => {
        guest = created
        guardGuest(created, addresses, {
          onLoaded: () => {
            isLoaded = true
          },
          onNavigated: () => end('navigated'),
          onCrashed: () => end('crashed'),
          onGone: () => end('removed'),
          onEscape: () => shown?.onEscape()
        })
        stopWatch = watchGuest({
          frames: () => (isLoaded ? listFrames(created) : []),
          memoryOf,
          onFault: end
        })
      }
    })
    return {
      address,
      partition,
      show: (options) => {
        shown = options
        show(options)
        if (endedFor !== null) options.onEnd(endedFor)
      },
      send: (message) => answers.send(message),
      close
    }
  }
}

/** Only the addresses of the view answer, and hosts that it may reach. Chromium itself has no network: `block-network.ts`. */
function closeSession(own: Session, answers: ViewAnswers, load: ViewFrameOptions['load']): void {
  own.protocol.handle(viewScheme, (request) => answers.answer(request))
  own.protocol.handle('https', load)
  for (const scheme of ['http', 'file', 'ftp'])
    own.protocol.handle(scheme, () => new Response(null, { status: 403 }))
  own.on('will-download', (event) => event.preventDefault())
}

/** Null: a frame has lost its process. Electron reports that only for the page around the view. */
function listFrames(guest: WebContents): readonly WatchedFrame[] | null {
  try {
    return guest.mainFrame.framesInSubtree.map((frame) => {
      return { processId: frame.osProcessId, ask: () => frame.executeJavaScript('1') }
    })
  } catch {
    return null // a frame without a process can't be read
  }
}

function memoryOf(processId: number): number | null {
  return app.getAppMetrics().find(({ pid }) => pid === processId)?.memory.workingSetSize ?? null
}

/** A busy page ignores a normal request to close. Not inside an event of the guest, which is still being handled. */
function endGuest(guest: WebContents): void {
  setImmediate(() => {
    if (guest.isDestroyed()) return
    guest.forcefullyCrashRenderer()
    guest.close()
  })
}
