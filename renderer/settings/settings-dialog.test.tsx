import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { quote } from '../../app/texts/localized'
import { subscribe } from '../bridge/subscribe'
import {
  FakeFailure,
  installFakeBridge,
  type FakeBridge,
  type FakeBridgeOptions
} from '../testing/fake-bridge'
import { emptyProjection, useProjection } from '../state/projection'
import { sampleModels, sampleSettings } from '../testing/sample-state'
import { SettingsDialog } from './settings-dialog'
import { findEnabledButton } from '../testing/enabled-button'
import { soon } from '../../app/testing/soon'

let bridge: FakeBridge
let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

async function show(section: string | undefined, options: FakeBridgeOptions = {}) {
  bridge = installFakeBridge(options)
  const subscription = subscribe()
  end = () => subscription.end()
  render(<SettingsDialog open onClose={() => {}} {...(section !== undefined && { section })} />)
  await act(() => subscription.ready)
}

describe('settings', () => {
  it('show their sections and start at the requested one', async () => {
    await show('permissions')
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeTruthy()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Models',
      'Appearance',
      'Conversation',
      'Assistants',
      'Folders',
      'Permissions',
      'Sampling',
      'Usage',
      'Activity log',
      'Developer'
    ])
    expect(screen.getByRole('tab', { name: 'Permissions' }).getAttribute('aria-selected')).toBe('true')
  })
})

describe("settings that are opened before the host's state arrives", () => {
  it('are drawn once it arrives', () => {
    const told = useProjection.getState()
    act(() => useProjection.setState(emptyProjection, true))
    render(<SettingsDialog open onClose={() => {}} />)
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
    act(() => useProjection.setState(told, true))
    expect(screen.getByRole('tab', { name: 'Models' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('models', () => {
  it('store a key, forget it in the window, and say whether it works', async () => {
    await show('models')
    const field = screen.getByLabelText<HTMLInputElement>('Anthropic API key')
    expect(field.type).toBe('password')
    await userEvent.type(field, ' sk-ant-1 ')
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Anthropic' })).getByRole('button', { name: 'Save' })
    )
    expect(bridge.inputsOf('model.set-key')).toEqual([{ providerName: 'anthropic', apiKey: 'sk-ant-1' }])
    await vi.waitFor(() => expect(field.value).toBe(''), soon)
    expect(screen.getByText('Works: 2 models available.')).toBeTruthy()
    const failure = { code: 'MODEL_WRONG_KEY', message: 'Anthropic refused the key.' }
    const [anthropic] = sampleModels.providers
    act(() =>
      bridge.emit('models.changed', { ...sampleModels, models: [], providers: [{ ...anthropic!, failure }] })
    )
    expect(screen.getByRole('region', { name: 'Anthropic' }).textContent).toContain(
      'Anthropic refused the key.'
    )
  })

  it('keep the key in the field when it could not be stored', async () => {
    await show('models', {
      handlers: {
        'model.set-key': () => {
          throw new FakeFailure('VAULT_WRITE_FAILED', 'The key could not be stored.')
        }
      }
    })
    await userEvent.type(screen.getByLabelText('Anthropic API key'), 'sk-1{Enter}')
    expect(await screen.findByText('The key could not be stored.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Anthropic API key').value).toBe('sk-1')
  })

  it('forget a stored key', async () => {
    await show('models')
    await userEvent.click(
      await findEnabledButton('Forget', screen.getByRole('region', { name: 'Anthropic' }))
    )
    expect(bridge.inputsOf('model.set-key')).toEqual([{ providerName: 'anthropic', apiKey: null }])
  })

  it('say plainly when a key will not survive', async () => {
    await show('models', {
      snapshot: {
        settings: {
          ...sampleSettings,
          vault: { isPersistent: false, reason: quote('No key store answers.') }
        }
      }
    })
    const card = screen.getByRole('region', { name: 'Anthropic' })
    expect(card.textContent).toContain('until Parley quits')
    expect(card.textContent).toContain('No key store answers.')
  })

  it('choose the default model and list models again', async () => {
    await show('models')
    await userEvent.click(screen.getByRole('button', { name: 'Refresh models' }))
    expect(bridge.inputsOf('model.refresh')).toHaveLength(1)
    await userEvent.click(screen.getByRole('combobox', { name: 'Default model' }))
    await userEvent.click(await screen.findByRole('option', { name: /^Direct/ }))
    expect(bridge.inputsOf('settings.set')).toEqual([{ values: { 'models.default': 'direct' } }])
  })
})

describe('appearance and conversation', () => {
  it('set the theme at once', async () => {
    await show('appearance')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'System' }).checked).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(bridge.inputsOf('settings.set')).toEqual([{ values: { 'appearance.theme': 'dark' } }])
  })

  it('save system prompt and step limit, and reject an invalid limit', async () => {
    await show('conversation')
    await userEvent.type(screen.getByRole('textbox', { name: 'System prompt' }), 'Be brief.')
    const limit = screen.getByLabelText('Step limit')
    await userEvent.clear(limit)
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
    await userEvent.type(limit, '7')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(bridge.inputsOf('settings.set')).toEqual([
      { values: { 'conversation.systemPrompt': 'Be brief.', 'conversation.maxToolSteps': 7 } }
    ])
  })

  it('keep unsaved input while another section is open and after Escape', async () => {
    await show('conversation')
    const prompt = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'System prompt' })
    await userEvent.type(await prompt(), 'Be kind.')
    await userEvent.click(screen.getByRole('tab', { name: 'Appearance' }))
    await userEvent.click(screen.getByRole('tab', { name: 'Conversation' }))
    expect((await prompt()).value).toBe('Be kind.')
    cleanup()
    await show('conversation')
    expect((await prompt()).value).toBe('Be kind.')
    await userEvent.clear(await prompt())
    expect(bridge.inputsOf('settings.set')).toEqual([])
  })

  it('CHAT-08: save the length and the temperature of answers, and write only what was typed', async () => {
    await show('conversation')
    await userEvent.type(screen.getByLabelText('Longest answer (tokens)'), '700')
    const temperature = screen.getByLabelText('Temperature')
    await userEvent.type(temperature, '3')
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
    await userEvent.clear(temperature)
    await userEvent.type(temperature, '0,3')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(bridge.inputsOf('settings.set')).toEqual([
      { values: { 'conversation.maxOutputTokens': 700, 'conversation.temperature': 0.3 } }
    ])
  })
})

describe('folders', () => {
  const list = () => screen.getByRole('list', { name: 'Folders shared with servers' })
  const settings = { ...sampleSettings, roots: ['/home/ada/notes', '/home/ada/a\u202Eb'] }

  it('ROOT-10 ROOT-12 ROOT-13: are listed with what servers learn, and with the note that this restricts no server', async () => {
    await show('folders', { snapshot: { settings } })
    const items = within(list()).getAllByRole('listitem')
    expect(items.map((item) => item.querySelector('p')?.textContent)).toEqual([
      '/home/ada/notes',
      '/home/ada/aU+202Eb'
    ])
    const panel = screen.getByRole('tabpanel')
    expect(panel.textContent).toContain('see the path and name of these folders')
    expect(panel.textContent).not.toContain('Shared with')
    expect(panel.textContent).toContain("doesn't limit what")
  })

  it('ROOT-06 ROOT-11: are added by the host as the user chooses, in one call', async () => {
    await show('folders', { snapshot: { settings } })
    await userEvent.click(screen.getByRole('button', { name: 'Add folder' }))
    await vi.waitFor(
      () => expect(bridge.inputsOf('app.choose-folder')).toEqual([{ addTo: 'settings' }]),
      soon
    )
    expect(bridge.inputsOf('settings.set-roots')).toEqual([])
    const roots = [...settings.roots, '/home/ada/projects']
    act(() => bridge.emit('settings.changed', { ...settings, roots }))
    expect(list().textContent).toContain('/home/ada/projects')
  })

  it('ROOT-14: are removed one by one, and follow the host', async () => {
    await show('folders', { snapshot: { settings } })
    await userEvent.click(screen.getByRole('button', { name: 'Remove /home/ada/notes' }))
    expect(bridge.inputsOf('settings.set-roots')).toEqual([{ roots: [settings.roots[1]] }])
    act(() => bridge.emit('settings.changed', { ...settings, roots: [] }))
    expect(screen.getByRole('tabpanel').textContent).toContain('None. Servers that ask receive')
  })

  it('ROOT-06 ROOT-12: get a name and servers, and keep their place in the list', async () => {
    const later = { path: '/home/ada/b', servers: ['gone'] }
    await show('folders', { snapshot: { settings: { ...sampleSettings, roots: ['/home/ada/a', later] } } })
    expect(list().textContent).toContain('Shared with gone.')
    await userEvent.click(screen.getByRole('button', { name: 'Change /home/ada/a' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Folder' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' Garden ')
    await userEvent.click(dialog.getByRole('switch', { name: 'All servers, including ones you add later' }))
    await userEvent.click(dialog.getByRole('switch', { name: 'everything' }))
    await userEvent.click(await findEnabledButton('Save', screen.getByRole('dialog', { name: 'Folder' })))
    const servers = useProjection
      .getState()
      .servers.map(({ name }) => name)
      .filter((name) => name !== 'everything')
    expect(bridge.inputsOf('settings.set-roots')).toEqual([
      { roots: [{ path: '/home/ada/a', name: 'Garden', servers }, later] }
    ])
  })

  it('ROOT-06: keep a server chosen that is no longer configured, and can switch back to every server', async () => {
    const folder = { path: '/home/ada/b', name: 'Garden', servers: ['gone'] }
    await show('folders', { snapshot: { settings: { ...sampleSettings, roots: [folder] } } })
    await userEvent.click(screen.getByRole('button', { name: 'Change /home/ada/b' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Folder' }))
    expect(dialog.getByRole('switch', { name: 'gone' }).getAttribute('aria-checked')).toBe('true')
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Name' }))
    await userEvent.click(dialog.getByRole('switch', { name: 'All servers, including ones you add later' }))
    await userEvent.click(await findEnabledButton('Save', screen.getByRole('dialog', { name: 'Folder' })))
    expect(bridge.inputsOf('settings.set-roots')).toEqual([{ roots: ['/home/ada/b'] }])
  })

  it('ROOT-08 ROOT-10: show next to them if they are missing or link to another folder', async () => {
    const roots = ['/home/ada/a', '/home/ada/b', '/home/ada/c']
    const rootNews = [
      { path: '/home/ada/b', isThere: false, leadsTo: null },
      { path: '/home/ada/c', isThere: true, leadsTo: '/srv/c' }
    ]
    await show('folders', { snapshot: { settings: { ...sampleSettings, roots, rootNews } } })
    const words = within(list())
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(words[0]).not.toContain('This is')
    expect(words[1]).toContain(
      "This folder is missing or can't be read. Servers don't see it until that is fixed."
    )
    expect(words[2]).toContain('This is a link to /srv/c.')
  })

  it('show why one could not be added', async () => {
    await show('folders', {
      handlers: {
        'app.choose-folder': () => {
          throw new FakeFailure('SETTINGS_WRITE_FAILED', 'The settings file is read-only.')
        }
      }
    })
    await userEvent.click(screen.getByRole('button', { name: 'Add folder' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The settings file is read-only.')
    expect((screen.getByRole('button', { name: 'Add folder' }) as HTMLButtonElement).disabled).toBe(false)
  })
})

describe('permissions', () => {
  it('SEC-02 SEC-03 TOOL-13: list grants and trusted servers, each with a button to revoke it', async () => {
    await show('permissions')
    const grants = within(screen.getByRole('list', { name: 'Allowed tool calls' }))
    expect(grants.getByRole('listitem').textContent).toMatch(/echo on everything.*always, since/)
    await userEvent.click(grants.getByRole('button', { name: 'Revoke' }))
    expect(bridge.inputsOf('consent.revoke')).toEqual([{ kind: 'permission', grantId: 'g1' }])
    const trusted = within(screen.getByRole('list', { name: 'Trusted servers' }))
    expect(trusted.getByRole('listitem').textContent).toContain(
      'npx -y @modelcontextprotocol/server-everything'
    )
    await userEvent.click(trusted.getByRole('button', { name: 'Revoke' }))
    expect(bridge.inputsOf('consent.revoke').slice(1)).toEqual([{ kind: 'trust', serverName: 'everything' }])
  })

  it('follow the host', async () => {
    await show('permissions')
    act(() => bridge.emit('consent.changed', { grants: [], trustedServers: [] }))
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
  })
})

describe('the settings file', () => {
  it('is shown with its path and its problems with positions', async () => {
    const problem = {
      severity: 'error',
      message: quote('No list.'),
      line: 12,
      column: 15,
      path: 'mcpServers.a.args'
    } as const
    await show('developer', {
      snapshot: {
        settings: { ...sampleSettings, isLastGoodInUse: true, problems: [{ ...problem, serverName: 'a' }] }
      }
    })
    expect(screen.getByText(sampleSettings.path)).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Problems' }).textContent).toContain(
      'Line 12, column 15 · mcpServers.a.args'
    )
    expect(screen.getByRole('alert').textContent).toContain('last valid settings')
    await userEvent.click(screen.getByRole('button', { name: 'Open settings file' }))
    expect(bridge.inputsOf('app.open-file')).toEqual([{ file: 'settings' }])
  })
})
