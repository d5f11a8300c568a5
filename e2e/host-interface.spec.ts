/**
 * What a user who knows other apps looks for: settings, tools, prompts, resources, states, and help with failures.
 */
import { everything, fixture, notes } from './fixtures/entries'
import { expect, shareParley, test } from './test'
import {
  answerCall,
  chips,
  closeDialog,
  offeredResource,
  openAttach,
  openServers,
  sendMessage,
  serverItem,
  toolCard,
  trustEach
} from './window'

const shared = shareParley(() => ({
  mcpServers: {
    everything: everything(),
    notes: notes(),
    samples: fixture('sample-tools'),
    gone: { ...fixture('exits-at-once'), env: { NOTES_TOKEN: '' } }
  },
  models: { default: 'direct' }
}))

test.beforeAll(() => trustEach(shared().window, ['everything', 'notes', 'samples', 'gone']))

test('UI-01: opens the settings from the application menu, with the MCP servers in the section Developer', async () => {
  const { app, window } = shared()
  await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    items.find(({ label }) => label === 'Settings…')?.click()
  })
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  await settings.getByRole('tab', { name: 'Developer' }).click()
  const list = settings.getByRole('list', { name: 'MCP servers' })
  await expect(list.getByRole('listitem').filter({ hasText: 'notes' })).toContainText('connected')
  await expect(list.getByRole('listitem').filter({ hasText: 'gone' })).toContainText('failed')
  await expect(settings).toContainText('settings.json')
  await settings.getByRole('button', { name: 'Manage servers' }).click()
  const servers = window.getByRole('dialog', { name: 'Servers', exact: true })
  await expect(servers).toBeVisible()
  await closeDialog(servers)
})

test('UI-02 UI-03 UI-08: opens servers with states and tools, and all they offer, from the message box', async () => {
  const dialog = await openServers(shared().window)
  await expect(serverItem(dialog, 'notes')).toContainText('connected')
  await expect(serverItem(dialog, 'notes')).toContainText('create_note')
  await expect(serverItem(dialog, 'gone')).toContainText('failed')
  await expect(serverItem(dialog, 'gone')).toContainText('The server ended before it answered')
  await dialog.getByRole('tab', { name: 'Tools, prompts, resources' }).click()
  const offers = dialog.getByRole('region', { name: 'What notes offers' })
  await expect(offers.getByRole('group', { name: 'Tools' })).toContainText('create_note')
  await expect(offers.getByRole('group', { name: 'Prompts' })).toContainText('/summarize_notes')
  await expect(offers.getByRole('group', { name: 'Resources' })).toContainText('First Note')
  await expect(dialog.getByRole('region', { name: 'What gone offers' })).toHaveCount(0)
  await dialog.getByRole('searchbox', { name: 'Filter what servers offer' }).fill('second')
  await expect(offers).toContainText('Second Note')
  await expect(offers).not.toContainText('First Note')
  await closeDialog(dialog)
})

test('UI-05 UI-06: chooses resources and prompts of all servers in one place, and shows them at the message', async () => {
  const { window } = shared()
  const dialog = await openAttach(window)
  await expect(dialog.getByRole('listbox', { name: 'everything', exact: true })).toBeVisible()
  await offeredResource(dialog, 'notes', /^First Note/).click()
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(dialog).toBeHidden()
  const again = await openAttach(window)
  const prompts = again.getByRole('group', { name: 'Prompts' })
  await expect(prompts.getByRole('button', { name: /everything$/ }).first()).toBeVisible()
  await prompts.getByRole('button', { name: '/summarize_notes notes' }).click()
  await expect(again).toBeHidden()
  await expect(chips(window)).toHaveCount(2)
  await expect(chips(window).filter({ hasText: 'First Note' })).toBeVisible()
  await expect(chips(window).filter({ hasText: 'summarize_notes' })).toBeVisible()
  await chips(window)
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await chips(window)
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
})

test('UI-09 UI-10: shows a call with its arguments in the conversation, and opens the log of a failed one', async () => {
  const { window } = shared()
  await window.getByRole('button', { name: 'New conversation' }).click()
  await sendMessage(window, 'samples/analyze_csv {"filepath":"/none.csv","operations":["sum"]}')
  await answerCall(window, { server: 'samples', tool: 'analyze_csv', answer: 'Allow once' })
  const card = toolCard(window, 'samples', 'analyze_csv')
  await expect(card).toContainText('/none.csv')
  await expect(card).toContainText('The tool reported an error')
  await card.getByRole('button', { name: 'Show server log' }).click()
  const dialog = window.getByRole('dialog', { name: 'Servers', exact: true })
  await expect(dialog.getByRole('region', { name: 'Log of samples' })).toBeInViewport()
  await closeDialog(dialog)
})

test('UI-11: opens a failing server from its place in the list, and tries it by hand', async () => {
  const { app, window } = shared()
  const dialog = await openServers(window)
  const item = serverItem(dialog, 'gone')
  await item.getByRole('button', { name: 'Troubleshoot' }).click()
  const panel = item.getByRole('region', { name: 'Troubleshooting gone' })
  await panel.getByText('Run it manually').click()
  await expect(panel).toContainText('The entry in the settings file is valid.')
  await expect(panel).toContainText('Parley looks for node in the PATH')
  await expect(panel).toContainText('It needs these variables: NOTES_TOKEN')
  await panel.getByRole('button', { name: 'Copy command' }).click()
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^node \S+exits-at-once\.mjs$/)
  await panel.getByRole('button', { name: 'Show log' }).click()
  await expect(item.getByRole('log', { name: 'Log lines' })).toContainText('NOTES_TOKEN')
  await closeDialog(dialog)
})
