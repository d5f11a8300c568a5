import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readyMadeVersion } from '../../app/contract/servers/ready-made-permissions'
import { logLevels } from '../../app/contract/limits'
import { serverStates, type ServerLogLine } from '../../app/contract/servers'
import { subscribe } from '../bridge/subscribe'
import {
  FakeFailure,
  installFakeBridge,
  type FakeBridge,
  type FakeBridgeOptions
} from '../testing/fake-bridge'
import { emptyProjection, useProjection } from '../state/projection'
import { sampleServer } from '../testing/sample-state'
import { showServerPage } from '../testing/show-server-page'
import { ServersDialog } from './servers-dialog'
import { findEnabledButton } from '../testing/enabled-button'
import { quote } from '../../app/texts/localized'
import { soon } from '../../app/testing/soon'

let bridge: FakeBridge
let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

async function show(options: FakeBridgeOptions = {}) {
  bridge = installFakeBridge(options)
  const subscription = subscribe()
  end = () => subscription.end()
  render(<ServersDialog open onClose={() => {}} />)
  await act(() => subscription.ready)
}

function item(name: string) {
  return within(screen.getByRole('listitem', { name }))
}

describe("servers that are opened before the host's state arrives", () => {
  it('are listed once it arrives, without asking for a first one', async () => {
    bridge = installFakeBridge({ snapshot: { servers: [sampleServer({ name: 'garden' })] } })
    act(() => useProjection.setState(emptyProjection, true))
    render(<ServersDialog open onClose={() => {}} />)
    expect(screen.queryByRole('button', { name: 'Browse directory' })).toBeNull()
    const subscription = subscribe()
    end = () => subscription.end()
    await act(() => subscription.ready)
    expect(screen.getByRole('listitem', { name: 'garden' })).toBeTruthy()
  })
})

describe('servers that are opened again', () => {
  it('are listed, also after another dialog replaced the view that adds one', async () => {
    bridge = installFakeBridge()
    const subscription = subscribe()
    end = () => subscription.end()
    const { rerender } = render(<ServersDialog open adds onClose={() => {}} />)
    await act(() => subscription.ready)
    expect(screen.getByRole('textbox', { name: 'Paste configuration' })).toBeTruthy()
    rerender(<ServersDialog open={false} onClose={() => {}} />)
    rerender(<ServersDialog open onClose={() => {}} />)
    expect(screen.queryByRole('textbox', { name: 'Paste configuration' })).toBeNull()
    expect(item('everything').getByRole('button', { name: 'Inspect' })).toBeTruthy()
  })
})

describe('the list of servers', () => {
  it('has one item per server with its state as text', async () => {
    await show({
      snapshot: { servers: serverStates.map((state) => sampleServer({ name: `a ${state}`, state })) }
    })
    const dialog = screen.getByRole('dialog', { name: 'Servers' })
    const words = within(dialog)
      .getAllByRole('listitem')
      .map((listItem) => listItem.querySelector('span')?.textContent)
    expect(words).toEqual([
      'failed',
      'stopped',
      'starts when used',
      'waiting for trust',
      'starting',
      'installing',
      'connected',
      'needs sign-in',
      'restarting'
    ])
  })

  it('names every button exactly', async () => {
    await show()
    for (const name of ['Start', 'Stop', 'Restart', 'Log', 'Inspect', 'Edit', 'Remove']) {
      expect(item('everything').getByRole('button', { name })).toBeTruthy()
    }
    expect(screen.getByRole('button', { name: 'Add server' })).toBeTruthy()
  })

  it('shows why a server failed and its last output', async () => {
    await show()
    expect(item('weather').getByText(/was not found in PATH/)).toBeTruthy()
    expect(item('weather').getByRole('group', { name: 'Last error output' }).textContent).toContain(
      'not found'
    )
  })

  it('starts, stops and restarts a server, and says why that failed', async () => {
    await show()
    await userEvent.click(item('everything').getByRole('button', { name: 'Restart' }))
    await userEvent.click(item('everything').getByRole('button', { name: 'Stop' }))
    expect(bridge.inputsOf('server.control')).toEqual([
      { serverName: 'everything', act: 'restart' },
      { serverName: 'everything', act: 'stop' }
    ])
    bridge.handle({
      'server.control': () => {
        throw new FakeFailure('SERVER_COMMAND_NOT_FOUND', 'The command was not found.')
      }
    })
    await userEvent.click(item('memory').getByRole('button', { name: 'Start' }))
    expect((await item('memory').findByRole('alert')).textContent).toBe('The command was not found.')
  })

  it('follows changes of the host', async () => {
    await show()
    act(() =>
      bridge.emit('server.changed', sampleServer({ name: 'memory', state: 'connected', toolCount: 9 }))
    )
    expect(item('memory').getByText('connected')).toBeTruthy()
    expect(item('memory').getByText('9 tools')).toBeTruthy()
  })

  it('begins with failed servers, which keep their place while they start again', async () => {
    const servers = ['one', 'two', 'three'].map((name) =>
      sampleServer({ name, state: name === 'three' ? 'failed' : 'connected' })
    )
    await show({ snapshot: { servers } })
    const place = (name: string) =>
      screen.getAllByRole('listitem').indexOf(screen.getByRole('listitem', { name }))
    expect(['three', 'one', 'two'].map(place)).toEqual([0, 1, 2])
    act(() => bridge.emit('server.changed', sampleServer({ name: 'three', state: 'starting' })))
    expect(place('three')).toBe(0)
    act(() => bridge.emit('server.changed', sampleServer({ name: 'two', state: 'failed' })))
    expect(place('one')).toBe(2)
  })

  it('keeps the order while the pointer or the focus is in the list', async () => {
    const servers = ['one', 'two'].map((name) => sampleServer({ name }))
    await show({ snapshot: { servers } })
    const names = () =>
      screen
        .getAllByRole('listitem')
        .map((each) => within(each).getByRole('heading', { level: 3 }).textContent)
    const list = screen.getByRole('list', { name: 'Servers' })
    await userEvent.hover(list)
    act(() => bridge.emit('server.changed', sampleServer({ name: 'two', state: 'failed' })))
    expect(names()).toEqual(['one', 'two'])
    screen.getAllByRole('button', { name: 'Log' })[0]!.focus()
    await userEvent.unhover(list)
    expect(names()).toEqual(['one', 'two'])
    act(() => (document.activeElement as HTMLElement).blur())
    expect(names()).toEqual(['two', 'one'])
  })

  it('stays usable with hundreds of servers', async () => {
    await show({
      snapshot: { servers: Array.from({ length: 300 }, (_, index) => sampleServer({ name: `s${index}` })) }
    })
    expect(screen.getAllByRole('listitem')).toHaveLength(100)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter servers' }), 's299')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  it('CONF-14: switches off one server, those that match the filter, or all', async () => {
    const names = ['work mail', 'work notes', 'home', 'tea', 'garden', 'maps']
    await show({
      snapshot: { servers: names.map((name) => sampleServer({ name, isDisabled: name === 'tea' })) }
    })
    const bulk = () => screen.getByRole('group', { name: 'Groups' })
    expect(bulk().textContent).toContain('All servers6 servers, 1 off')
    await userEvent.click(within(bulk()).getByRole('button', { name: 'Switch on all servers' }))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter servers' }), 'work')
    await userEvent.click(within(bulk()).getByRole('button', { name: 'Switch off the servers found' }))
    cleanup()
    showServerPage({ serverName: 'work notes' })
    await userEvent.click(await screen.findByRole('switch', { name: 'Use this server' }))
    const set = (serverName: string, isDisabled: boolean) => ({ serverName, isDisabled })
    expect(bridge.inputsOf('server.set-options')).toEqual([
      set('tea', false),
      set('work mail', true),
      set('work notes', true),
      set('work notes', true)
    ])
  })

  it('CONF-14: asks once before it removes a server', async () => {
    await show()
    await userEvent.click(item('memory').getByRole('button', { name: 'Remove' }))
    const question = await screen.findByRole('dialog', { name: 'Remove server memory?' })
    expect(bridge.inputsOf('server.remove')).toEqual([])
    await userEvent.click(await findEnabledButton('Remove', question))
    expect(bridge.inputsOf('server.remove')).toEqual([{ serverName: 'memory' }])
  })

  it('says before it removes a server how much private data is deleted', async () => {
    await show({
      handlers: { 'server.read private-folder': () => ({ bytes: 12_400_000, allowedMb: 4_096 }) }
    })
    await userEvent.click(item('memory').getByRole('button', { name: 'Remove' }))
    const question = await screen.findByRole('dialog', { name: 'Remove server memory?' })
    expect(await within(question).findByText(/Its private data \(12.4 MB\) is deleted too/)).toBeTruthy()
  })
})

describe('the log of a server', () => {
  const lines: ServerLogLine[] = [
    { at: 0, source: 'life', level: 'info', text: 'Started' },
    { at: 1, source: 'stderr', level: 'info', text: 'hello from stderr' },
    { at: 2, source: 'log', level: 'error', text: 'it broke' }
  ]

  it('is read when it opens, when the server changes and on request', async () => {
    await show({ handlers: { 'server.read log': () => lines } })
    await userEvent.click(item('everything').getByRole('button', { name: 'Log' }))
    expect(await screen.findByText('hello from stderr')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    act(() => bridge.emit('server.changed', sampleServer({ state: 'restarting' })))
    const reads = () => bridge.inputsOf('server.read').filter(({ what }) => what === 'log')
    await vi.waitFor(() => expect(reads()).toHaveLength(3), soon)
  })

  it('LOG-06: is filtered by source and level', async () => {
    await show({ handlers: { 'server.read log': () => lines } })
    await userEvent.click(item('everything').getByRole('button', { name: 'Log' }))
    await screen.findByText('it broke')
    await userEvent.click(screen.getByRole('combobox', { name: 'Level' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Errors only' }))
    await vi.waitFor(() => expect(screen.queryByText('Started')).toBeNull(), soon)
    expect(screen.getByText('it broke')).toBeTruthy()
  })

  it('LOG-06: is searched by words in any order', async () => {
    await show({ handlers: { 'server.read log': () => lines } })
    await userEvent.click(item('everything').getByRole('button', { name: 'Log' }))
    await screen.findByText('it broke')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'STDERR hello')
    expect(screen.queryByText('it broke')).toBeNull()
    expect(screen.getByText('hello from stderr')).toBeTruthy()
    expect(screen.getByText('1 line')).toBeTruthy()
  })

  it('LOG-02 LOG-05: shows the level of every line as a word and the mark that colors it', async () => {
    const all = logLevels.map((level, at): ServerLogLine => ({
      at,
      source: 'log',
      level,
      text: `a ${level}`
    }))
    await show({ handlers: { 'server.read log': () => all } })
    await userEvent.click(item('everything').getByRole('button', { name: 'Log' }))
    for (const level of logLevels) {
      const line = (await screen.findByText(`a ${level}`)).closest('[data-level]')
      expect(line?.getAttribute('data-level')).toBe(level)
      expect(within(line as HTMLElement).getByText(level)).toBeTruthy()
    }
  })

  it('adds no list items of its own', async () => {
    await show({ handlers: { 'server.read log': () => lines } })
    const count = screen.getAllByRole('listitem').length
    await userEvent.click(item('everything').getByRole('button', { name: 'Log' }))
    await screen.findByText('it broke')
    expect(screen.getAllByRole('listitem')).toHaveLength(count)
  })
})

describe('editing an entry', () => {
  async function edit(handlers: FakeBridgeOptions['handlers'] = {}) {
    await show({ handlers })
    await userEvent.click(item('everything').getByRole('button', { name: 'Edit' }))
    return await screen.findByRole('textbox', { name: 'Name' })
  }
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('DBG-07: saves the new name and the changes, and closes the view', async () => {
    const name = await edit()
    await userEvent.clear(name)
    await userEvent.type(name, 'all')
    await userEvent.type(screen.getByRole('textbox', { name: 'Arguments' }), '{Enter}--verbose')
    await userEvent.type(screen.getByRole('textbox', { name: 'Working folder' }), '/srv')
    await press('Save')
    expect(bridge.inputsOf('server.save-entry')).toEqual([
      {
        previousName: 'everything',
        serverName: 'all',
        form: {
          kind: 'program',
          command: 'npx',
          args: ['-y', '@modelcontextprotocol/server-everything', '--verbose'],
          cwd: '/srv',
          env: []
        }
      }
    ])
    await vi.waitFor(() => expect(screen.queryByRole('textbox', { name: 'Command' })).toBeNull(), soon)
  })

  it('masks a typed secret, replaces or keeps a stored one, and reads others', async () => {
    const values = [
      { name: 'KEY', text: '${secret:everything-key}', secret: null },
      { name: 'MODE', text: 'fast', secret: null }
    ]
    const form = { kind: 'program', command: 'npx', args: [], cwd: '', env: values } as const
    await edit({
      'server.read entry': () => ({ json: '{}', form: { ...form, args: [], env: values } }),
      'server.save-entry': () => ({ serverName: 'everything' })
    })
    const kept = screen.getByLabelText<HTMLInputElement>('Value of KEY')
    expect([kept.type, kept.value]).toEqual(['password', ''])
    expect(screen.getByRole('textbox', { name: 'Value of MODE' })).toBeTruthy()
    await press('Add variable')
    await userEvent.type(screen.getByRole('textbox', { name: 'Name 3' }), 'API_TOKEN')
    const typed = screen.getByLabelText<HTMLInputElement>('Value of API_TOKEN')
    expect(typed.type).toBe('password')
    await userEvent.type(typed, 'key-of-a-test')
    await press('Save')
    expect(bridge.inputsOf('server.save-entry')).toMatchObject([
      { form: { env: [...values, { name: 'API_TOKEN', text: '', secret: 'key-of-a-test' }] } }
    ])
  })

  it('keeps input from before the switch to secret, masked', async () => {
    await edit()
    await press('Add variable')
    await userEvent.type(screen.getByRole('textbox', { name: 'Value of 1' }), 'key-of-a-test')
    await userEvent.click(screen.getByRole('switch', { name: 'Secret' }))
    const masked = screen.getByLabelText<HTMLInputElement>('Value of 1')
    expect([masked.type, masked.value]).toEqual(['password', 'key-of-a-test'])
    await press('Remove 1')
    expect(screen.queryByLabelText('Value of 1')).toBeNull()
  })

  it('shows problems with their positions in the text view, and keeps the text', async () => {
    const problems = [{ message: quote('"args" has to be a list.'), line: 3, column: 11 }]
    await edit({
      'server.save-entry': () => {
        throw new FakeFailure('SETTINGS_INVALID', '"args" has to be a list.', { problems })
      }
    })
    await press('Edit as text')
    await press('Save')
    expect(await screen.findByText('Line 3, column 11: "args" has to be a list.')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Entry' }).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('adding a server', () => {
  async function openAdd(options: FakeBridgeOptions = {}) {
    await show(options)
    await userEvent.click(screen.getByRole('button', { name: 'Add server' }))
  }

  it('adds a ready-made one under a free name', async () => {
    await openAdd()
    await userEvent.click(screen.getByRole('button', { name: 'Everything' }))
    const [saved] = bridge.inputsOf('server.save-entry')
    expect(saved).toMatchObject({ previousName: null, serverName: 'everything-2' })
    expect(JSON.parse(saved && 'json' in saved ? saved.json : '')).toEqual({
      command: 'npx',
      args: ['-y', `@modelcontextprotocol/server-everything@${readyMadeVersion}`]
    })
    expect(await screen.findByRole('listitem', { name: 'everything' })).toBeTruthy()
  })

  it('asks for the folder of the file server, and adds nothing without one', async () => {
    await openAdd({ handlers: { 'app.choose-folder': () => ({ path: null }) } })
    await userEvent.click(screen.getByRole('button', { name: 'Files in a folder' }))
    expect(bridge.inputsOf('server.save-entry')).toEqual([])
    bridge.handle({ 'app.choose-folder': () => ({ path: '/home/ada/my files' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Files in a folder' }))
    const [saved] = bridge.inputsOf('server.save-entry')
    expect(JSON.parse(saved && 'json' in saved ? saved.json : '').args.at(-1)).toBe('/home/ada/my files')
  })

  it('DBG-07: adds a command with one argument per line', async () => {
    await openAdd()
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'notes')
    await userEvent.type(screen.getByRole('textbox', { name: 'Command' }), 'node')
    await userEvent.type(screen.getByRole('textbox', { name: 'Arguments' }), 'my notes.js{Enter}--all')
    await userEvent.click(screen.getByRole('button', { name: 'Add this server' }))
    expect(bridge.inputsOf('server.save-entry')).toMatchObject([
      { previousName: null, serverName: 'notes', form: { command: 'node', args: ['my notes.js', '--all'] } }
    ])
  })

  it('says what is wrong with a pasted configuration', async () => {
    await openAdd({
      handlers: {
        'server.paste': () => {
          throw new FakeFailure('SETTINGS_INVALID', 'The pasted text is no server configuration.')
        }
      }
    })
    await userEvent.type(screen.getByRole('textbox', { name: 'Paste configuration' }), 'oops')
    await userEvent.click(screen.getByRole('button', { name: 'Add pasted servers' }))
    expect(await screen.findByText('The pasted text is no server configuration.')).toBeTruthy()
  })

  it('asks at once for secrets that a pasted server names, also for the first one', async () => {
    const stored = new Set<string>()
    await show({
      snapshot: { servers: [] },
      handlers: {
        'server.paste': () => {
          bridge.emit('server.changed', sampleServer({ name: 'notes', state: 'waiting-for-trust' }))
          return { added: ['notes'] }
        },
        'server.read secrets': () => [{ name: 'notes-key', isStored: stored.has('notes-key') }],
        'server.set-secret': (secret) => {
          if ('secretName' in secret) stored.add(secret.secretName)
          return null
        }
      }
    })
    await userEvent.type(screen.getByRole('textbox', { name: 'Paste configuration' }), 'npx notes')
    await userEvent.click(screen.getByRole('button', { name: 'Add pasted servers' }))
    await userEvent.type(await screen.findByLabelText('notes-key'), 'key-of-a-test{Enter}')
    expect(bridge.inputsOf('server.set-secret')).toMatchObject([
      { serverName: 'notes', value: 'key-of-a-test' }
    ])
    // The last one was entered: nothing is left to press.
    await vi.waitFor(() => expect(item('notes').getByText('waiting for trust')).toBeTruthy(), soon)
  })

  it('is shown while there is no server', async () => {
    await show({ snapshot: { servers: [] } })
    expect(screen.getByRole('button', { name: 'Memory' })).toBeTruthy()
  })
})
