import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { soon } from '../../app/testing/soon'
import type { ServerTab } from '../../app/contract/bridge/beginning'
import type { ToolView } from '../../app/contract/servers'
import { quote } from '../../app/texts/localized'
import { subscribe } from '../bridge/subscribe'
import {
  FakeFailure,
  installFakeBridge,
  type FakeBridge,
  type FakeBridgeOptions
} from '../testing/fake-bridge'
import { sampleListings, samplePrompt, samplePrompts } from '../testing/sample-offers'
import { sampleServer, sampleSnapshot, sampleTool } from '../testing/sample-state'
import { showServerPage } from '../testing/show-server-page'

let bridge: FakeBridge
let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

async function show({ tab, options = {} }: { tab?: ServerTab; options?: FakeBridgeOptions } = {}) {
  bridge = installFakeBridge(options)
  const subscription = subscribe()
  end = () => subscription.end()
  const shown = showServerPage(tab === undefined ? {} : { tab })
  await act(() => subscription.ready)
  return shown
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const selected = () => screen.getByRole('tab', { selected: true }).textContent

describe('the page of a server', () => {
  it('has the names that users and checks rely on', async () => {
    await show()
    expect(screen.getByRole('main', { name: 'Server everything' })).toBeTruthy()
    expect(tabs()).toEqual([
      'Overview',
      'Tools',
      'Resources',
      'Prompts',
      'Apps',
      'Messages',
      'Log',
      'Tests',
      'Access'
    ])
    for (const name of ['Open in new window', 'Back to chat', 'Start', 'Stop', 'Restart'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
  })

  it('has the focus in its tabs, which arrow keys move and Enter opens', async () => {
    await show()
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Overview'), soon)
    await userEvent.keyboard('{ArrowRight}')
    await userEvent.keyboard('{ArrowRight}')
    expect(selected()).toBe('Overview')
    await userEvent.keyboard('{Enter}')
    expect(selected()).toBe('Resources')
    await userEvent.keyboard('{Escape}')
    expect(selected()).toBe('Resources')
  })

  it('shows another server in the same tab', async () => {
    await show({ tab: 'log' })
    const list = within(screen.getByRole('navigation', { name: 'Servers' }))
    await userEvent.click(list.getByRole('button', { name: /^memory/ }))
    expect(screen.getByRole('main', { name: 'Server memory' })).toBeTruthy()
    expect(list.getByRole('button', { current: 'page' }).textContent).toContain('memory')
    expect(selected()).toBe('Log')
  })

  it('opens the same tab in a window of its own', async () => {
    await show({ tab: 'messages' })
    bridge.handle({ 'window.show-server': () => null })
    await userEvent.click(screen.getByRole('button', { name: 'Open in new window' }))
    expect(bridge.inputsOf('window.show-server')).toEqual([{ serverName: 'everything', tab: 'messages' }])
  })

  it('says that a removed server is gone, and leads back', async () => {
    const { onBack } = await show()
    act(() => bridge.emit('server.removed', { serverName: 'everything' }))
    expect(screen.getByText('This server is no longer in your settings')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Back to chat' }))
    expect(onBack).toHaveBeenCalled()
  })

  it('lists the resources of this server only, and reads one on demand', async () => {
    const [listing] = sampleListings
    const own = { ...listing!, serverName: 'everything' }
    const contents = [{ uri: 'x', mimeType: 'text/plain', text: 'what it says', blob: null }]
    await show({
      tab: 'resources',
      options: {
        handlers: {
          'resource.list': () => [own, { ...listing!, serverName: 'other', resources: [] }],
          'resource.read': () => contents
        }
      }
    })
    const rows = (await screen.findByRole('region', { name: 'Resources of everything' })).querySelectorAll(
      'summary'
    )
    expect(rows).toHaveLength(own.resources.length + own.templates.length)
    expect(bridge.inputsOf('resource.read')).toEqual([])
    await userEvent.click(rows[0]!)
    await userEvent.click(await screen.findByRole('button', { name: 'Show content' }))
    expect(await screen.findByText('what it says')).toBeTruthy()
  })

  it('lists the prompts of this server with their arguments', async () => {
    const own = { ...samplePrompts[0]!, serverName: 'everything' }
    await show({
      tab: 'prompts',
      options: {
        handlers: { 'prompt.list': () => [own, samplePrompt({ serverName: 'other', name: 'far' })] }
      }
    })
    const region = await screen.findByRole('region', { name: 'Prompts of everything' })
    await userEvent.click(within(region).getByText(own.name))
    for (const { name } of own.arguments) expect(await within(region).findByText(name)).toBeTruthy()
    expect(within(region).queryByText('far')).toBeNull()
  })

  it('shows what the server may reach and do in one place, and revokes a permission', async () => {
    const [grant] = sampleSnapshot().consent.grants
    await show({
      tab: 'access',
      options: {
        snapshot: {
          consent: {
            ...sampleSnapshot().consent,
            grants: [
              { ...grant!, serverName: 'everything', toolName: 'own' },
              { ...grant!, id: 'of another', serverName: 'memory', toolName: 'far' }
            ]
          }
        }
      }
    })
    const access = within(await screen.findByRole('region', { name: 'Access of everything' }))
    expect(access.getByRole('region', { name: 'Data sharing' })).toBeTruthy()
    expect(access.queryByText('far')).toBeNull()
    const calls = within(access.getByRole('list', { name: 'Allowed tool calls' }))
    bridge.handle({ 'consent.revoke': () => null })
    await userEvent.click(calls.getByRole('button', { name: 'Revoke' }))
    expect(bridge.inputsOf('consent.revoke')).toEqual([{ kind: 'permission', grantId: grant!.id }])
  })
})

describe('what a server says about itself', () => {
  it('shows its tools, their schemas and problems, with hidden characters marked', async () => {
    const tools = [
      sampleTool({ description: 'Echo\u200B.', meta: { 'example.org/view': 'ui://echo' } }),
      sampleTool({ name: 'odd', problem: quote('No schema.') })
    ]
    await show({ options: { handlers: { 'server.read tools': () => tools } } })
    expect(await screen.findByText('2025-11-25')).toBeTruthy()
    expect(screen.getByText('Try echo first.')).toBeTruthy()
    await userEvent.click(screen.getByRole('tab', { name: 'Tools' }))
    await userEvent.click(await screen.findByText('echo'))
    expect(await screen.findByText('U+200B')).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Input schema of echo' }).textContent).toContain('"message"')
    expect(screen.getByRole('group', { name: 'Metadata of echo' }).textContent).toContain('ui://echo')
    await userEvent.click(screen.getByText('odd'))
    expect(await screen.findByText('No schema.')).toBeTruthy()
  })
})

describe('a tool that is opened', () => {
  it('shows its arguments and hints as text, and can be tried there', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where\u200B.' },
        days: { type: 'integer', maximum: 7 },
        unit: { enum: ['C', 'F'] }
      },
      required: ['city']
    }
    const annotations = { readOnlyHint: true, openWorldHint: true }
    const tools = [sampleTool({ name: 'forecast', inputSchema, annotations })]
    const { onTool } = await show({
      tab: 'tools',
      options: { handlers: { 'server.read tools': () => tools } }
    })
    await userEvent.click(await screen.findByText('forecast'))
    const row = document.querySelector('[data-tool="forecast"]')
    const words = row?.textContent ?? ''
    for (const part of [
      'read-only',
      'connects to external systems',
      'citytextrequired',
      'WhereU+200B',
      'dayswhole number',
      'one of: C, F'
    ])
      expect(words).toContain(part)
    expect(words).not.toContain('readOnlyHint')
    await userEvent.click(screen.getByRole('button', { name: 'Try forecast' }))
    expect(onTool).toHaveBeenCalledWith(
      expect.objectContaining({ serverName: 'everything', name: 'forecast' })
    )
  })
})

describe("the user's choices for a server", () => {
  async function inspect(options: FakeBridgeOptions = {}) {
    await show({ options })
    return within(await screen.findByRole('region', { name: 'About everything' }))
  }

  async function showTools(tools: ToolView[]) {
    await show({ tab: 'tools', options: { handlers: { 'server.read tools': () => tools } } })
    return within(await screen.findByRole('tabpanel'))
  }

  it('shows the revision, the transport in use and the capabilities as text', async () => {
    const about = await inspect({
      snapshot: {
        servers: [
          sampleServer({
            capabilities: [
              'tools',
              'tools.listChanged',
              'extensions',
              'extensions.io.modelcontextprotocol/ui',
              'odd'
            ]
          })
        ]
      }
    })
    expect(about.getByText('2025-11-25')).toBeTruthy()
    expect(about.getByText('Transport in use').nextSibling?.textContent).toBe('stdio')
    expect(about.getByText('reports changes to the list').previousSibling?.textContent).toBe('Tools')
    expect(about.getByText('Extension io.modelcontextprotocol/ui')).toBeTruthy()
    expect(about.getByText('odd')).toBeTruthy()
  })

  it('SSE-10: marks the old transport as deprecated, however it was found', async () => {
    const server = sampleServer({ transport: 'http', usedTransport: 'sse' })
    const about = await inspect({ snapshot: { servers: [server] } })
    expect(about.getByText('deprecated')).toBeTruthy()
    expect(about.getAllByText('HTTP + SSE')).toHaveLength(1)
  })

  it('switches the instructions off and follows the host', async () => {
    const about = await inspect()
    const choice = about.getByRole('switch', { name: 'Give these instructions to the model' })
    expect(choice.getAttribute('aria-checked')).toBe('true')
    await userEvent.click(choice)
    expect(bridge.inputsOf('server.set-options')).toEqual([
      { serverName: 'everything', usesInstructions: false }
    ])
    act(() => bridge.emit('server.changed', sampleServer({ usesInstructions: false })))
    expect(choice.getAttribute('aria-checked')).toBe('false')
  })

  it('LOG-01: chooses the minimum level of sent messages, if the server logs', async () => {
    const about = await inspect()
    await userEvent.click(about.getByRole('combobox', { name: 'Log level' }))
    await userEvent.click(await screen.findByRole('option', { name: 'warning' }))
    expect(bridge.inputsOf('server.set-options')).toEqual([{ serverName: 'everything', logLevel: 'warning' }])
    act(() => bridge.emit('server.changed', sampleServer({ capabilities: ['tools'] })))
    expect(about.queryByRole('combobox', { name: 'Log level' })).toBeNull()
  })

  const pictured = (src: string) => [{ src, mimeType: null, sizes: [], theme: null }]

  it('META-09: asks before icons are fetched and names the hosts; embedded ones need no permission', async () => {
    const about = await inspect({
      snapshot: { servers: [sampleServer({ icons: pictured('https://icons.example.com/a.png') })] },
      handlers: {
        'server.read tools': () => [sampleTool({ icons: pictured('data:image/png;base64,AAAA') })],
        'prompt.list': () => [samplePrompt({ icons: pictured('https://cdn.example.net/p.png') })]
      }
    })
    const choice = await about.findByRole('switch', {
      name: 'Load icons for this server from icons.example.com, cdn.example.net'
    })
    expect(choice.getAttribute('aria-checked')).toBe('false')
    await userEvent.click(choice)
    expect(bridge.inputsOf('server.set-options')).toEqual([
      { serverName: 'everything', areIconsAllowed: true }
    ])
  })

  it("doesn't mention icons if there are none to fetch", async () => {
    const about = await inspect()
    await vi.waitFor(() => expect(bridge.inputsOf('prompt.list')).toHaveLength(1), soon)
    expect(about.queryByRole('switch', { name: /icons/ })).toBeNull()
  })

  it('TOOL-06 TOOL-14: shows which tools the model is offered, and removes one', async () => {
    const tools = [
      sampleTool(),
      sampleTool({ name: 'get-sum' }),
      sampleTool({ name: 'odd', problem: quote('No schema.') })
    ]
    const about = await showTools(tools)
    expect(await about.findByText('3 tools, 2 offered to the model')).toBeTruthy()
    expect(about.queryByRole('switch', { name: 'Offer to the model: odd' })).toBeNull()
    bridge.handle({
      'server.set-tools': () => null,
      'server.read tools': () => [{ ...tools[0]!, isDisabled: true }, ...tools.slice(1)]
    })
    await userEvent.click(about.getByRole('switch', { name: 'Offer to the model: echo' }))
    expect(bridge.inputsOf('server.set-tools')).toEqual([
      { serverName: 'everything', toolNames: ['echo'], isDisabled: true }
    ])
    expect(await about.findByText('3 tools, 1 offered to the model')).toBeTruthy()
    expect(about.getByRole('switch', { name: 'Offer to the model: echo' }).getAttribute('aria-checked')).toBe(
      'false'
    )
  })

  it('visibility/app-tool-hidden: marks a tool for views, and never counts or offers it for the model', async () => {
    const ui = { resourceUri: 'ui://everything/sum', isForModel: false, isForView: true }
    const tools = [sampleTool(), sampleTool({ name: 'get-sum', ui })]
    const about = await showTools(tools)
    expect(await about.findByText('2 tools, 1 offered to the model')).toBeTruthy()
    expect(about.getAllByText("For the server's own apps, not for models")).toHaveLength(1)
    expect(about.queryByRole('switch', { name: 'Offer to the model: get-sum' })).toBeNull()
    bridge.handle({ 'server.set-tools': () => null })
    await userEvent.click(about.getByRole('button', { name: 'Offer none' }))
    await userEvent.click(about.getByRole('switch', { name: "Offer to the server's apps: get-sum" }))
    expect(bridge.inputsOf('server.set-tools')).toEqual([
      { serverName: 'everything', toolNames: ['echo'], isDisabled: true },
      { serverName: 'everything', toolNames: ['get-sum'], isDisabled: true }
    ])
  })

  it('TOOL-14: removes all tools, restores what the filter finds, or keeps read-only ones', async () => {
    const names = ['list', 'read', 'write', 'remove', 'copy', 'move', 'find', 'open', 'odd']
    const tools = names.map((name) =>
      sampleTool({
        name,
        problem: name === 'odd' ? quote('No schema.') : null,
        annotations: { readOnlyHint: ['list', 'read', 'find'].includes(name) },
        isDisabled: ['move', 'open'].includes(name)
      })
    )
    const about = await showTools(tools)
    bridge.handle({ 'server.set-tools': () => null })
    const press = async (name: string) => await userEvent.click(about.getByRole('button', { name }))
    await about.findByRole('group', { name: 'Several tools at once' })
    await press('Offer none')
    await press('Offer only tools declared read-only')
    await userEvent.type(about.getByRole('searchbox', { name: 'Filter tools' }), 'mo')
    await press('Offer the one found')
    const serverName = 'everything'
    expect(bridge.inputsOf('server.set-tools')).toEqual([
      { serverName, toolNames: ['list', 'read', 'write', 'remove', 'copy', 'find'], isDisabled: true },
      { serverName, toolNames: ['write', 'remove', 'copy'], isDisabled: true },
      { serverName, toolNames: ['move'], isDisabled: false }
    ])
    expect(about.getByRole('button', { name: "Don't offer the one found" })).toBeTruthy()
  })

  it('always offers a tool to the model if the user says so, without asking again', async () => {
    const about = await showTools([sampleTool()])
    await userEvent.click(await about.findByText('echo'))
    bridge.handle({
      'server.set-tools': () => null,
      'server.read tools': () => [sampleTool({ isAlwaysSent: true })]
    })
    await userEvent.click(await about.findByRole('switch', { name: 'Always send it to the model' }))
    expect(bridge.inputsOf('server.set-tools')).toEqual([
      { serverName: 'everything', toolNames: ['echo'], isAlwaysSent: true }
    ])
    expect(await about.findByText('always sent')).toBeTruthy()
  })

  it('TOOL-14: limits how often a tool is called, shows the limit, and rejects other numbers', async () => {
    const about = await showTools([sampleTool()])
    await userEvent.click(await about.findByText('echo'))
    const callLimits = { perTurn: 2, perConversation: null, perDay: 30 }
    bridge.handle({
      'server.set-tools': () => null,
      'server.read tools': () => [sampleTool({ callLimits })]
    })
    const save = about.getByRole('button', { name: 'Save limits' })
    expect(save).toHaveProperty('disabled', true)
    await userEvent.type(about.getByLabelText('Per answer'), '2')
    await userEvent.type(about.getByLabelText('Per day'), '0')
    expect(about.getByText(/Enter a whole number from 1 to 100,000/)).toBeTruthy()
    expect(save).toHaveProperty('disabled', true)
    await userEvent.clear(about.getByLabelText('Per day'))
    await userEvent.type(about.getByLabelText('Per day'), '30')
    await userEvent.click(save)
    expect(bridge.inputsOf('server.set-tools')).toEqual([
      { serverName: 'everything', toolNames: ['echo'], callLimits }
    ])
    expect(await about.findByText('limited')).toBeTruthy()
  })

  it('says why a choice could not be written', async () => {
    const about = await inspect({
      handlers: {
        'server.set-options': () => {
          throw new FakeFailure('SETTINGS_INVALID', 'The settings file can not be written.')
        }
      }
    })
    await userEvent.click(about.getByRole('switch', { name: 'Give these instructions to the model' }))
    expect((await about.findByRole('alert')).textContent).toBe('The settings file can not be written.')
  })
})
