/** A bundle's dialog: shows all its facts, keeps secrets in their controls, and sends what was typed on approval. */
import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { soon } from '../../../app/testing/soon'
import type { AddingView, BundleView } from '../../../app/contract/servers/adding'
import { subscribe } from '../../bridge/subscribe'
import { findEnabledButton } from '../../testing/enabled-button'
import { FakeFailure, installFakeBridge, type FakeBridgeOptions } from '../../testing/fake-bridge'
import { show } from '../../testing/show'
import { AddingDialog } from '../adding-dialog'

const setting = {
  description: '',
  isRequired: false,
  isSensitive: false,
  isMultiple: false,
  min: null,
  max: null,
  texts: [],
  isStored: false
}

const bundle: BundleView = {
  type: 'bundle',
  id: 'b1',
  fileName: 'weather.mcpb',
  size: 900,
  unpackedSize: 2_000,
  fileCount: 3,
  sha256: 'ab'.repeat(32),
  name: 'weather',
  title: 'Weather',
  version: '2.0.0',
  description: 'Tells\u202e it',
  longDescription: '',
  author: { name: 'Ada', email: '', url: 'https://ada.example' },
  license: 'MIT',
  links: [{ kind: 'homepage', url: 'https://example.com/' }],
  runtime: 'node',
  ownNode: '20.18.1',
  needs: ['node >=18'],
  launch: {
    command: 'parley:node',
    args: ['${__dirname}/index.js'],
    env: [{ name: 'KEY', text: '${user_config.key}' }]
  },
  tools: [{ name: 'report', description: 'Says it' }],
  prompts: [],
  hasMore: true,
  settings: [
    { ...setting, key: 'key', type: 'string', title: 'API key', isRequired: true, isSensitive: true },
    { ...setting, key: 'places', type: 'directory', title: 'Places', isMultiple: true, texts: ['/a'] },
    { ...setting, key: 'fast', type: 'boolean', title: 'Fast', texts: ['true'] }
  ],
  signature: { state: 'unreadable' },
  warnings: [{ text: 'bundles.missingRuntime', values: { command: 'node' }, level: 'note' }],
  manifest: '{"name":"weather","version":"2.0.0"}',
  installed: null
}

async function showBundle(view: BundleView, options: FakeBridgeOptions = {}) {
  const bridge = installFakeBridge({
    snapshot: { adding: { id: view.id, isReading: false } },
    handlers: { 'adding.read': () => view, ...options.handlers }
  })
  const { person } = show(<AddingDialog />)
  const { ready } = subscribe()
  await act(async () => ready)
  const dialog = await screen.findByRole('dialog')
  return { bridge, person, dialog }
}

test("shows everything that the bundle says, invisible characters as marks, and that its signature isn't checked", async () => {
  const { dialog } = await showBundle(bundle)
  expect(within(dialog).getByRole('heading', { name: 'Install Weather?' })).toBeTruthy()
  const words = dialog.textContent ?? ''
  for (const part of [
    'U+202E',
    'Ada · https://ada.example',
    '${__dirname}/index.js',
    'KEY=${user_config.key}',
    'node >=18',
    'Node 20.18.1, included with Parley',
    'report',
    'MIT',
    'weather.mcpb',
    'abab',
    "Parley can't verify this type of signature",
    "isn't on this computer",
    '"version":"2.0.0"'
  ])
    expect(words).toContain(part)
})

test('sends what was typed on approval, with the secret separate', async () => {
  const { bridge, person, dialog } = await showBundle(bundle)
  await person.type(within(dialog).getByLabelText('API key (required)'), 's3cret')
  await person.type(within(dialog).getByLabelText('Places'), '\n/b c')
  await person.click(within(dialog).getByRole('switch', { name: 'Fast' }))
  await person.click(await findEnabledButton('Install'))
  expect(bridge.inputsOf('bundle.install')).toEqual([
    { id: 'b1', texts: { places: ['/a', '/b c'], fast: ['false'] }, secrets: { key: ['s3cret'] } }
  ])
})

test('adds a chosen folder to a setting for several, and changes nothing when none is chosen', async () => {
  const answers = [{ path: '/b' }, { path: null }]
  const { bridge, person, dialog } = await showBundle(bundle, {
    handlers: { 'app.choose-folder': () => answers.shift() ?? { path: null } }
  })
  const choose = within(dialog).getByRole('button', { name: 'Choose folder…' })
  const box = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Places/ })
  await person.click(choose)
  await vi.waitFor(() => expect(box.value).toBe('/a\n/b'), soon)
  await person.click(choose)
  await vi.waitFor(() => expect(bridge.inputsOf('app.choose-folder')).toHaveLength(2), soon)
  await act(async () => await Promise.resolve())
  expect(box.value).toBe('/a\n/b')
})

test('shows problems at their fields', async () => {
  const problems = [{ key: 'places', title: 'Places', problem: { text: 'bundles.settingPath' } }]
  const refuse = () => {
    throw new FakeFailure('BUNDLE_SETTINGS', 'Places: no', { problems })
  }
  const { person, dialog } = await showBundle(bundle, { handlers: { 'bundle.install': refuse } })
  await person.click(await findEnabledButton('Install'))
  await within(dialog).findByText('Enter a full path.')
})

test('shows what another version changes, and that settings stay', async () => {
  const manifest = '{"name":"weather","version":"1.0.0"}'
  const installed = { serverName: 'weather', version: '1.0.0', manifest, isNewer: true, isSame: false }
  const { dialog } = await showBundle({ ...bundle, installed })
  expect(dialog.textContent).toContain('Version 2.0.0 replaces 1.0.0')
  expect(within(dialog).getByRole('region', { name: 'Changes in its manifest' }).textContent).toContain(
    '1 line added, 1 line removed'
  )
})

test('says why a bundle is rejected, and notifies the host on close', async () => {
  const refused: AddingView = {
    type: 'refused',
    id: 'r1',
    what: 'bundle',
    fileName: 'bad.mcpb',
    reason: { text: 'bundles.noManifest' }
  }
  const bridge = installFakeBridge({
    snapshot: { adding: { id: 'r1', isReading: false } },
    handlers: { 'adding.read': () => refused }
  })
  const { person } = show(<AddingDialog />)
  const { ready } = subscribe()
  await act(async () => ready)
  const dialog = await screen.findByRole('dialog', { name: "bad.mcpb can't be installed" })
  expect(dialog.textContent).toContain('no manifest.json at the top level')
  const [, close] = within(dialog).getAllByRole('button', { name: 'Close' })
  if (close !== undefined) await person.click(close)
  expect(bridge.inputsOf('adding.close')).toEqual([{ id: 'r1' }])
})
