import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { expect, it, vi } from 'vitest'
import { guardGuest } from './guard-guest'

const addresses = { proxy: 'parley-view://proxy-1.view', view: 'parley-view://page-1.view' }
const page = 'parley-view://proxy-1.view/'

function guard() {
  const load = vi.fn((_url: string) => Promise.resolve())
  const executeJavaScript = vi.fn()
  const guest = Object.assign(new EventEmitter(), {
    loadURL: load,
    executeJavaScript
  }) as unknown as WebContents
  const nothing = (): void => {}
  guardGuest(guest, addresses, {
    onLoaded: nothing,
    onNavigated: nothing,
    onCrashed: nothing,
    onGone: nothing,
    onEscape: nothing
  })
  return { guest, load, executeJavaScript }
}

it('loads the page of the view at once, and not again when the window attaches it', async () => {
  const { guest, load } = guard()
  expect(load.mock.calls).toEqual([[page]])
  await guest.loadURL(page)
  expect(load).toHaveBeenCalledTimes(1)
})

it.each(['https://evil.example/', `${page}?again`, 'parley-view://page-1.view/', 'file:///etc/passwd'])(
  'refuses to load %s for the window',
  (url) => {
    const { guest, load } = guard()
    expect(() => guest.loadURL(url)).toThrow('A view is closed to its window.')
    expect(load.mock.calls).toEqual([[page]])
  }
)

it('runs no script for the window', () => {
  const { guest, executeJavaScript } = guard()
  expect(() => guest.executeJavaScript('1')).toThrow('A view is closed to its window.')
  expect(executeJavaScript).not.toHaveBeenCalled()
})
