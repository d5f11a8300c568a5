import { beforeEach, expect, it } from 'vitest'
import type { EventEnvelope } from '../../app/contract/bridge/events'
import { createPublishing, type Publishing } from './publish-to-windows'

let heard: string[]
let open: number[]
let publishing: Publishing

const windowOf = (contentsId: number) => ({
  contentsId,
  contents: {
    isDestroyed: () => false,
    isCrashed: () => false,
    send: (_channel: string, { name }: EventEnvelope) => void heard.push(`${contentsId} ${name}`)
  }
})

beforeEach(() => {
  heard = []
  open = [1, 2, 3]
  publishing = createPublishing({
    all: () => open.map(windowOf),
    current: () => open.slice(-1).map(windowOf)[0] ?? null,
    whole: () => open.slice(0, -1).map(windowOf).at(-1) ?? null,
    find: (contentsId) => (open.includes(contentsId) ? windowOf(contentsId) : null)
  })
})

const publish = (name: string) => publishing.publish({ name, revision: 1, payload: {} } as EventEnvelope)

it('sends changes of the host to every window', () => {
  publish('questions.changed')
  expect(heard).toEqual(['1 questions.changed', '2 questions.changed', '3 questions.changed'])
})

it('sends a menu command only to the focused window, and a clicked notification to a full window', () => {
  publish('menu.chosen')
  publish('notification.pressed')
  open = []
  publish('menu.chosen')
  expect(heard).toEqual(['3 menu.chosen', '2 notification.pressed'])
})

it('sends dropped folders only to the window on which they were dropped', () => {
  publishing.noteCall(2, 'app.drop-folders')
  publishing.noteCall(1, 'app.snapshot')
  publish('paths.dropped')
  expect(heard).toEqual(['2 paths.dropped'])
  open = [1, 3]
  publish('paths.dropped')
  expect(heard).toHaveLength(1)
})
