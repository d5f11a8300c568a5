import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ViewInspection } from '../../../app/contract/bridge/view-calls'
import type { ToolView } from '../../../app/contract/servers'
import { showLanguage } from '../../../app/texts/translated'
import { subscribe } from '../../bridge/subscribe'
import { FakeFailure, installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { sampleTool } from '../../testing/sample-state'
import { showServerPage } from '../../testing/show-server-page'

const ui = { resourceUri: 'ui://maps/map.html', isForModel: true, isForView: true }
const appTool = sampleTool({ name: 'show-map', ui })

const inspection: ViewInspection = {
  size: 2_000,
  domains: { connect: ['api.example.com'], resource: [], frame: [], baseUri: [] },
  refused: [{ use: 'resource', domain: 'http://plain.example', reason: 'scheme' }],
  permissions: ['camera', 'geolocation'],
  prefersBorder: false,
  hasMisnamedMeta: false,
  policies: {
    withoutHosts: "default-src 'none'; connect-src data:",
    withHosts: 'connect-src data: https://api.example.com'
  }
}

let bridge: FakeBridge
let end = () => {}

afterEach(async () => {
  cleanup()
  end()
  await showLanguage('en')
})

async function show(tools: readonly ToolView[], page: Partial<ViewInspection> = {}) {
  bridge = installFakeBridge({
    handlers: {
      'server.read tools': () => [...tools],
      'view.inspect': () => ({ ...inspection, ...page }),
      'view.list-traces': () => []
    }
  })
  const subscription = subscribe()
  end = () => subscription.end()
  showServerPage({ tab: 'apps' })
  await act(() => subscription.ready)
}

async function openApp(tool: string) {
  const apps = within(await screen.findByRole('region', { name: 'Apps of everything' }))
  await userEvent.click(await apps.findByText(tool))
  return apps
}

async function readPage(page: Partial<ViewInspection> = {}) {
  await show([appTool], page)
  const apps = await openApp('show-map')
  await userEvent.click(apps.getByRole('button', { name: 'Read page' }))
  return within(await apps.findByRole('region', { name: 'Page of show-map' }))
}

const factOf = (page: ReturnType<typeof within>, label: string) =>
  page.getByText(label, { selector: 'dt' }).nextSibling?.textContent

describe('the apps of a server', () => {
  it('lists only tools that have an app, with its address and who gets the tool', async () => {
    const kept = sampleTool({ name: 'zoom', ui: { ...ui, isForModel: false } })
    await show([sampleTool(), appTool, kept, sampleTool({ name: 'plan', ui: { ...ui, isForView: false } })])
    const apps = await openApp('show-map')
    expect(apps.getAllByText('ui://maps/map.html')).toHaveLength(3)
    expect(apps.queryByText('echo')).toBeNull()
    expect(apps.getByText("ui://maps/map.html · For models and the server's apps")).toBeTruthy()
    await openApp('zoom')
    expect(apps.getByText(/For the server's own apps, not for models/)).toBeTruthy()
    await openApp('plan')
    expect(apps.getByText(/For models, not for the server's apps/)).toBeTruthy()
    expect(bridge.inputsOf('view.inspect')).toEqual([])
  })

  it('says that there are none', async () => {
    await show([sampleTool()])
    expect(await screen.findByText('No tool of this server has an app.')).toBeTruthy()
  })

  it('reads a page after a press, and shows what it declares', async () => {
    const page = await readPage()
    expect(bridge.inputsOf('view.inspect')).toEqual([{ serverName: 'everything', uri: 'ui://maps/map.html' }])
    expect(factOf(page, 'Size of the page')).toMatch(/^2 kB$/i)
    expect(factOf(page, 'Border')).toBe('not wanted')
    expect(factOf(page, 'Permissions')).toBe('Camera, Location')
    expect(factOf(page, 'Sends and loads data')).toBe('api.example.com')
    expect(factOf(page, 'Shows pages inside it')).toBe('none declared')
    expect(factOf(page, 'Refused domains')).toBe(
      'http://plain.exampleLoads code and media · Only https is possible.'
    )
  })

  it('shows the exact content policy, without and with the declared hosts', async () => {
    const page = await readPage()
    const policyOf = (name: string) => page.getByRole('region', { name }).textContent
    expect(policyOf('Content-Security-Policy with no host allowed')).toContain(
      inspection.policies.withoutHosts
    )
    expect(policyOf('Content-Security-Policy with all declared hosts allowed')).toContain(
      inspection.policies.withHosts
    )
  })

  it('says that the server wrote `meta` instead of `_meta`', async () => {
    const page = await readPage({ hasMisnamedMeta: true })
    expect(page.getByRole('alert').textContent).toContain('“meta” instead of “_meta”')
  })

  it('shows why a page is not one', async () => {
    await show([appTool])
    bridge.handle({
      'view.inspect': () => {
        throw new FakeFailure('VIEW_UNAVAILABLE', 'everything has no page for the app.')
      }
    })
    const apps = await openApp('show-map')
    await userEvent.click(apps.getByRole('button', { name: 'Read page' }))
    expect((await apps.findByRole('alert')).textContent).toBe('everything has no page for the app.')
    expect(apps.queryByRole('region')).toBeNull()
  })

  it('lists the apps that conversations have shown, with their messages, and follows new ones', async () => {
    const trace = { viewId: 'v1', toolName: 'show-map', conversationId: 'gone', openedAt: 7, count: 1 }
    const message = (index: number, method: string) => {
      const text = JSON.stringify({ jsonrpc: '2.0', method })
      return { index, at: 7, direction: 'in' as const, text, size: text.length, refusal: null }
    }
    let messages = [message(0, 'ui/notifications/initialized')]
    await show([appTool])
    bridge.handle({
      'view.list-traces': () => [trace],
      'view.read-trace': () => ({ viewId: 'v1', messages, leftOut: 0 })
    })
    expect(screen.queryByRole('region', { name: 'In conversations' })).toBeNull()
    act(() => bridge.emit('view.traced', { serverName: 'everything' }))
    const region = within(await screen.findByRole('region', { name: 'In conversations' }))
    await userEvent.click(region.getByText(/^show-map, /))
    expect(await region.findByText('ui/notifications/initialized')).toBeTruthy()
    messages = [...messages, message(1, 'ui/notifications/size-changed')]
    act(() => bridge.emit('view.traced', { serverName: 'other' }))
    act(() => bridge.emit('view.traced', { serverName: 'everything' }))
    expect(await region.findByText('ui/notifications/size-changed')).toBeTruthy()
    await userEvent.click(region.getByRole('button', { name: 'Clear' }))
    expect(region.queryByText('ui/notifications/size-changed')).toBeNull()
  })

  it('is shown in German', async () => {
    await showLanguage('de')
    await show([appTool])
    await userEvent.click(await screen.findByText('show-map'))
    await userEvent.click(screen.getByRole('button', { name: 'Seite lesen' }))
    expect(await screen.findByRole('region', { name: 'Seite von show-map' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Apps von everything' }).textContent).toContain(
      'Abgelehnte Domänen'
    )
  })
})
