/** System notifications, as Electron gets the requests. */
import { beforeEach, expect, it, vi } from 'vitest'
import { createNotifications } from './notifications'

const electron = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events')
  const state = { isSupported: true, open: [] as string[] }
  class FakeNotification extends EventEmitter {
    static isSupported = () => state.isSupported
    static last: FakeNotification | null = null
    readonly text: string
    constructor({ title, body }: { title: string; body: string }) {
      super()
      this.text = `${title}: ${body}`
      FakeNotification.last = this
    }
    show = () => void state.open.push(this.text)
    close = () => void (state.open = state.open.filter((text) => text !== this.text))
  }
  return { app: new EventEmitter(), state, FakeNotification }
})
vi.mock('electron', () => ({ app: electron.app, Notification: electron.FakeNotification }))

const lead = vi.fn()
beforeEach(() => {
  electron.app.removeAllListeners()
  electron.state.isSupported = true
  electron.state.open = []
  vi.clearAllMocks()
})

const tell = (text: string, conversationId: string | null = null) => ({ text, conversationId })

it('shows one at a time, and none once a window has come to the front', () => {
  const show = createNotifications(lead)
  show(tell('A question is waiting for you.'))
  show(tell('An answer is ready.'))
  expect(electron.state.open).toEqual(['Parley: An answer is ready.'])
  electron.app.emit('browser-window-focus')
  expect(electron.state.open).toEqual([])
})

it('opens the window and the conversation, and answers nothing', () => {
  const show = createNotifications(lead)
  show(tell('An answer is ready.', 'c1'))
  electron.FakeNotification.last?.emit('click')
  expect(lead).toHaveBeenCalledExactlyOnceWith('c1')
  show(tell('A question is waiting for you.'))
  electron.FakeNotification.last?.emit('click')
  expect(lead).toHaveBeenLastCalledWith(null)
})

it("shows nothing if the system doesn't support notifications", () => {
  electron.state.isSupported = false
  createNotifications(lead)(tell('An answer is ready.'))
  expect(electron.state.open).toEqual([])
})
