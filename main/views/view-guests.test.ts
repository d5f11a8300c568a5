import type { Session, WebContents, WebPreferences } from 'electron'
import { expect, it, vi } from 'vitest'
import { ViewGuests } from './view-guests'

const session = { name: 'of the view' } as unknown as Session
const address = 'parley-view://proxy-1/'
const partition = 'view-1'

function expectOne() {
  const guests = new ViewGuests()
  const created: unknown[] = []
  const forget = guests.expect({ address, partition, session, onCreated: (guest) => created.push(guest) })
  const attach = (params: Record<string, string>, preferences: WebPreferences = {}): boolean => {
    const preventDefault = vi.fn()
    guests.admit({ preventDefault }, preferences, params)
    return preventDefault.mock.calls.length === 0
  }
  return { guests, created, forget, attach }
}

it('admits a view that was opened, once', () => {
  const { attach } = expectOne()
  expect(attach({ src: address, partition })).toBe(true)
  expect(attach({ src: address, partition })).toBe(false)
})

it.each([
  ['another address', { src: 'https://evil.example/', partition }],
  ['a file', { src: 'file:///etc/passwd', partition }],
  ['an address with more', { src: `${address}?`, partition }],
  ['another partition', { src: address, partition: 'persist:view-1' }],
  ['no partition', { src: address }],
  ['nothing', {}]
])('refuses %s, and still admits the view', (_, params) => {
  const { attach } = expectOne()
  expect(attach(params as Record<string, string>)).toBe(false)
  expect(attach({ src: address, partition })).toBe(true)
})

it('refuses a view that has ended', () => {
  const { attach, forget } = expectOne()
  forget()
  expect(attach({ src: address, partition })).toBe(false)
})

it('replaces all preferences that the page wrote', () => {
  const { attach } = expectOne()
  const given: WebPreferences = {
    preload: '/tmp/evil.js',
    nodeIntegration: true,
    webSecurity: false,
    enableBlinkFeatures: 'MojoJS',
    partition: 'persist:other'
  }
  attach({ src: address, partition }, given)
  expect(given).toEqual({
    partition,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    plugins: false,
    spellcheck: false,
    disableDialogs: true,
    enableDeprecatedPaste: false,
    navigateOnDragDrop: false,
    devTools: false,
    autoplayPolicy: 'document-user-activation-required'
  })
})

it('hands over the guest of an admitted view, and closes any other', async () => {
  const { guests, created, attach } = expectOne()
  const contents = (of: Session) => ({ session: of, close: vi.fn() })
  const [early, own, other] = [contents(session), contents(session), contents({} as Session)]
  guests.take(early as unknown as WebContents)
  attach({ src: address, partition })
  for (const one of [own, other]) guests.take(one as unknown as WebContents)
  await new Promise((resolve) => setImmediate(resolve))
  expect(created).toEqual([own])
  expect([early, own, other].map(({ close }) => close.mock.calls.length)).toEqual([1, 0, 1])
})
