/** Which dropped paths reach the host. */
import { beforeEach, expect, it, vi } from 'vitest'
import { callChannel } from '../app/contract/bridge/bridge'

const sent = vi.hoisted((): unknown[][] => [])
vi.mock('electron', () => ({
  ipcRenderer: {
    invoke: async (...args: unknown[]) => void sent.push(args)
  },
  webUtils: { getPathForFile: ({ path }: { readonly path: string }) => path }
}))

type Hear = (event: object) => void
let listeners: Map<string, Hear>

beforeEach(async () => {
  sent.length = 0
  listeners = new Map()
  vi.stubGlobal('window', { addEventListener: (name: string, hear: Hear) => listeners.set(name, hear) })
  const { watchDrops } = await import('./dropped-folders')
  watchDrops()
})

/** Returns whether its default action is prevented. */
function fire(name: string, { isTrusted = true, types = ['Files'], paths = ['/a'] } = {}): boolean {
  const preventDefault = vi.fn()
  const files = paths.map((path) => ({ path }))
  listeners.get(name)?.({ isTrusted, preventDefault, dataTransfer: { types, files } })
  return preventDefault.mock.calls.length > 0
}

it('tells the host the paths of dropped files, without those that have none', () => {
  expect(fire('dragover')).toBe(true)
  expect(fire('drop', { paths: ['/a', '', '/b'] })).toBe(true)
  expect(sent).toEqual([[callChannel, 'app.drop-folders', { paths: ['/a', '/b'] }]])
})

it('leaves dropped text to the page', () => {
  expect(fire('dragover', { types: ['text/plain'] })).toBe(false)
  expect(fire('drop', { types: ['text/plain'], paths: [] })).toBe(false)
  expect(sent).toEqual([])
})

it('ignores a drop that a script makes', () => {
  fire('drop', { isTrusted: false })
  expect(sent).toEqual([])
})
