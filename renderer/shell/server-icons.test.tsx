import { act } from '@testing-library/react'
import { Wrench } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { eventApplied } from '../state/apply-event'
import { useProjection } from '../state/projection'
import { FakeFailure, installFakeBridge } from '../testing/fake-bridge'
import { sampleServer } from '../testing/sample-state'
import { show } from '../testing/show'
import { OfferedIcon } from '../parts/offered-icon'
import { createIconSource, ServerIcons } from './server-icons'
import { soon } from '../../app/testing/soon'

const embedded = { src: 'data:image/png;base64,AAAA', mimeType: null, sizes: [], theme: null }
const remote = { ...embedded, src: 'https://icons.example.com/a.png' }

function page(icons: readonly (typeof embedded)[], count = 1) {
  return (
    <ServerIcons>
      {Array.from({ length: count }, (_, index) => (
        <OfferedIcon key={index} serverName="everything" icons={icons} fallback={Wrench} />
      ))}
    </ServerIcons>
  )
}

function setAllowed(areIconsAllowed: boolean) {
  const payload = sampleServer({ areIconsAllowed })
  act(() =>
    useProjection.setState((state) =>
      eventApplied(state, { name: 'server.changed', revision: state.revision + 1, payload })
    )
  )
}

test.each(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp'])(
  'META-07 META-08: draws an icon of type %s, in the same place as our drawing before it',
  async (mimeType) => {
    installFakeBridge({ handlers: { 'icon.read': () => ({ mimeType, data: 'AAAA' }) } })
    const { container } = show(page([embedded]))
    const before = container.querySelector('svg')
    await vi.waitFor(() => expect(container.querySelector('img')).toBeTruthy(), soon)
    const image = container.querySelector('img')
    expect(image?.getAttribute('src')).toBe(`data:${mimeType};base64,AAAA`)
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual([
      before?.getAttribute('width'),
      before?.getAttribute('height')
    ])
  }
)

test("keeps our drawing for what is no picture or can't be loaded", async () => {
  const bridge = installFakeBridge({
    handlers: { 'icon.read': () => ({ mimeType: 'text/html', data: 'PGI+' }) }
  })
  const { container, unmount } = show(page([embedded]))
  await vi.waitFor(() => expect(bridge.inputsOf('icon.read')).toHaveLength(1), soon)
  unmount()
  bridge.handle({
    'icon.read': () => {
      throw new FakeFailure('ICON_UNAVAILABLE', 'No.')
    }
  })
  const again = show(page([embedded]))
  await vi.waitFor(() => expect(bridge.inputsOf('icon.read')).toHaveLength(2), soon)
  expect(container.querySelector('img')).toBeNull()
  expect(again.container.querySelector('svg')).toBeTruthy()
})

test('META-09: requests an icon on the network only after the user allowed it, and once for all places', async () => {
  const bridge = installFakeBridge({
    snapshot: { servers: [sampleServer()] },
    handlers: { 'icon.read': () => ({ mimeType: 'image/png', data: 'AAAA' }) }
  })
  const { container } = show(page([remote], 3))
  expect(bridge.inputsOf('icon.read')).toEqual([])
  setAllowed(true)
  await vi.waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(3), soon)
  expect(bridge.inputsOf('icon.read')).toEqual([{ serverName: 'everything', src: remote.src }])
  setAllowed(false)
  expect(container.querySelector('img')).toBeNull()
})

test('keeps the newest icons only', async () => {
  const bridge = installFakeBridge({
    handlers: { 'icon.read': () => ({ mimeType: 'image/png', data: 'AAAA' }) }
  })
  const source = createIconSource(new Set())
  for (let index = 0; index <= 100; index++) await source.read('everything', `${remote.src}?${index}`)
  await source.read('everything', `${remote.src}?100`)
  expect(bridge.inputsOf('icon.read')).toHaveLength(101)
  await source.read('everything', `${remote.src}?0`)
  expect(bridge.inputsOf('icon.read')).toHaveLength(102)
})
