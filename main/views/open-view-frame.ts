/**
 * Draws views in guests of windows: each in its own process, with a session of its own that keeps nothing, and has only
 * the hosts and permissions that the user allows.
 */
import { app, session, type Session, type WebContents } from 'electron'
import { randomUUID } from 'node:crypto'
import type { OpenViewFrame, ViewEndReason, ViewFrame, ViewFrameOptions } from '../../app/views/interface'
import { viewScheme } from '../page/page-address'
import { ViewAnswers } from './answer-view'
import { guardGuest } from './guard-guest'
import { createViewAddresses } from './view-address'
import type { ViewGuests } from './view-guests'
import { handlePermissions } from './view-permissions'
import { watchGuest, type WatchedFrame } from './watch-guest'

/** To be called after the app is ready. */
export function createViewFrames(guests: ViewGuests): OpenViewFrame {
  return () => new GuestFrame(guests)
}

class GuestFrame implements ViewFrame {
  readonly partition = `view-${randomUUID()}`
  readonly #addresses = createViewAddresses(randomUUID)
  readonly address = `${this.#addresses.proxy}/`
  readonly #session = session.fromPartition(this.partition, { cache: false })
  #givePage = (_page: ViewFrameOptions): void => {}
  readonly #page = new Promise<ViewFrameOptions>((resolve) => {
    this.#givePage = resolve
  })
  readonly #answers: ViewAnswers
  readonly #forget: () => void
  #shown: ViewFrameOptions | null = null
  #guest: WebContents | null = null
  #endedFor: ViewEndReason | null = null
  #isOpen = true
  #isLoaded = false
  #stopWatch = (): void => {}

  constructor(guests: ViewGuests) {
    const page = this.#page
    this.#answers = new ViewAnswers({
      addresses: this.#addresses,
      secret: randomUUID(),
      page,
      onMessage: (text) => this.#isOpen && this.#shown?.onMessage(text),
      onTooLarge: () => this.#end('too-large')
    })
    closeSession(this.#session, this.#answers, async (request) => (await page).load(request))
    handlePermissions(this.#session, this.#addresses.view, page)
    const { address, partition } = this
    const onCreated = (guest: WebContents): void => this.#follow(guest)
    this.#forget = guests.expect({ address, partition, session: this.#session, onCreated })
  }

  show(options: ViewFrameOptions): void {
    this.#shown = options
    this.#givePage(options)
    if (this.#endedFor !== null) options.onEnd(this.#endedFor)
  }

  send(message: unknown): void {
    this.#answers.send(message)
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#stopWatch()
    this.#forget()
    this.#answers.end()
    if (this.#guest !== null) endGuest(this.#guest)
    void this.#session.clearStorageData()
  }

  #follow(guest: WebContents): void {
    this.#guest = guest
    guardGuest(guest, this.#addresses, {
      onLoaded: () => {
        this.#isLoaded = true
      },
      onNavigated: () => this.#end('navigated'),
      onCrashed: () => this.#end('crashed'),
      onGone: () => this.#end('removed'),
      onEscape: () => this.#shown?.onEscape()
    })
    const frames = (): readonly WatchedFrame[] | null => (this.#isLoaded ? listFrames(guest) : [])
    this.#stopWatch = watchGuest({ frames, memoryOf, onFault: (reason) => this.#end(reason) })
  }

  #end(reason: ViewEndReason): void {
    if (!this.#isOpen) return
    this.close()
    this.#endedFor = reason
    this.#shown?.onEnd(reason)
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
