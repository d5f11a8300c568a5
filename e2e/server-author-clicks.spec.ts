/** Clicks and keys of tasks of server authors match docs/clicks.md and never exceed other tools. */
import { countTasks } from './counted-tasks'
import { everything, fixture } from './fixtures/entries'
import { expect, test } from './test'
import {
  answerCall,
  backToChat,
  callDialog,
  inspect,
  messageBox,
  openServers,
  openTab,
  serverItem,
  serverPage,
  toolCard,
  trustAll
} from './window'

test('takes no more clicks and keys than other tools for tasks of server authors', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({
    mcpServers: {
      gone: { command: 'no-such-command-anywhere' },
      probe: everything(),
      views: fixture('views')
    },
    'models.default': 'direct/none'
  })
  const { app, window } = await start()
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, workspace.file('probe.parleyrec'))
  await trustAll(window, ['probe', 'views'])
  const { job, expectAllDone } = await countTasks(window, 'For people who write servers')
  const button = (name: string) => window.getByRole('button', { name, exact: true })
  const page = serverPage(window, 'probe')
  const show = async (name = 'probe') => {
    if (await button('Back to chat').isVisible()) await backToChat(window)
    return await inspect(await openServers(window), name)
  }

  await job('See why a server does not start', async () => {
    await window.keyboard.press('Control+Shift+S')
    await expect(serverItem(window.getByRole('dialog', { name: 'Servers' }), 'gone')).toContainText(
      "wasn't found"
    )
  })
  await window.keyboard.press('Escape')
  await show()
  await job('Call a tool with arguments as JSON', async () => {
    await button('Back to chat').click()
    await expect(messageBox(window)).toBeFocused()
    await window.keyboard.type('echo {"message": "hi"}')
    await window.keyboard.press('Enter')
    const allow = callDialog(window, 'probe', 'echo').getByRole('button', { name: 'Allow once' })
    await expect(allow).not.toHaveAttribute('aria-disabled', 'true')
    await window.keyboard.press('Control+Enter')
    await expect(toolCard(window, 'probe', 'echo')).toContainText('Echo: hi')
  })
  await job('Save a call as a test', async () => {
    await toolCard(window, 'probe', 'echo').getByRole('button', { name: 'Save as test' }).click()
    await expect(toolCard(window, 'probe', 'echo')).toContainText('Saved as the test “echo” of probe.')
  })

  await show()
  await job('See what other apps would leave out', async () => {
    await expect(page.getByRole('region', { name: 'probe in other apps' })).toContainText('Claude Desktop')
  })
  await job('See the handshake', async () => {
    await openTab(page, 'Messages')
    await page.getByRole('log', { name: 'Messages' }).getByText('initialize').first().click()
    await expect(page).toContainText('protocolVersion')
  })
  await show()
  await job('Copy a message as JSON', async () => {
    await openTab(page, 'Messages')
    await page.getByRole('log', { name: 'Messages' }).getByText('tools/list').first().click()
    await page.getByRole('button', { name: 'Copy JSON' }).first().click()
  })
  await show()
  await job('Compare what the server offers with its earlier version', async () => {
    await page.getByRole('button', { name: 'Compare…' }).click()
    await expect(page.getByRole('region', { name: 'Compare probe' })).toContainText('Tools for models:')
  })
  await show()
  await job('Find the calls of one tool', async () => {
    await openTab(page, 'Messages')
    await page.getByRole('textbox', { name: 'Filter messages' }).click()
    await window.keyboard.type('tool:echo')
    const list = page.getByRole('log', { name: 'Messages' })
    await expect(list).toContainText('tools/call')
    await expect(list).not.toContainText('initialize')
  })
  await show()
  await job('Run all tests of a server', async () => {
    await openTab(page, 'Tests')
    await page.getByRole('button', { name: 'Run all' }).click()
    await answerCall(window, { server: 'probe', tool: 'echo', answer: 'Allow once' })
    await expect(page.getByRole('listitem', { name: 'echo', exact: true })).toContainText('passed')
  })
  await show()
  await job('Record a session for others to play', async () => {
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('button', { name: 'Stop recording' }).click()
    await window
      .getByRole('dialog', { name: 'Recording of probe' })
      .getByRole('button', { name: 'Save…' })
      .click()
    await expect(window.getByText(/^Saved to /)).toBeVisible()
  })
  await show()
  await job('Restart the server', async () => {
    await page.getByRole('button', { name: 'Restart', exact: true }).click()
    const starts = () =>
      Object.entries(workspace.readLogs())
        .find(([name]) => name.endsWith('probe.log'))?.[1]
        .split('Starting the process.').length
    await expect.poll(starts).toBe(3)
    await expect(page).toContainText('connected')
  })
  const views = await show('views')
  await job('Open the app of a tool', async () => {
    await openTab(views, 'Apps')
    await views
      .locator('summary')
      .filter({ hasText: /^chart/u })
      .click()
    await views.getByRole('button', { name: 'Open app' }).click()
    await expect(views.getByRole('group', { name: 'App views chart' })).toBeVisible()
  })
  expectAllDone()
})
