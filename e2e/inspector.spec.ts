/** The view for server authors: what goes to a server and comes from it. */
import { everything, fixture, readRecord } from './fixtures/entries'
import { expectLegible } from './legible'
import { expect, sharedTest } from './test'
import {
  answerCall,
  backToChat,
  callDialog,
  callUp,
  closeDialog,
  inspect,
  messageBox,
  offeredResource,
  openAttach,
  openServers,
  openTab,
  promptDialog,
  sendMessage,
  serverItem,
  serverPage,
  toolCard,
  trustAll
} from './window'

sharedTest(
  'DBG-05: shows in Inspect what a server uses, and in Messages when each message came and its size',
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { everything: everything() }, 'models.default': 'direct/none' })
    const { window } = await start()
    await trustAll(window, ['everything'])
    const dialog = await openServers(window)
    await expect(serverItem(dialog, 'everything')).toContainText('connected')
    const page = await inspect(dialog, 'everything')
    await expect(page).toContainText(/Current usage\s*Processor \d+%, memory \d+(?:\.\d)? MB, \d+ process/)
    await openTab(page, 'Messages')
    await page.getByRole('button', { name: 'Restart', exact: true }).click()
    const log = page.getByRole('log', { name: 'Messages' })
    await expect(log.locator('details').filter({ hasText: 'tools/list' }).last()).toContainText(
      /\d\d:\d\d:\d\d.*\d+(?:\.\d)? (?:bytes|kB)/
    )
  }
)

sharedTest(
  'DBG-11 DBG-14: shows every message of a server from its start on, and of a call by hand',
  async ({ start, workspace }) => {
    // A name of its own, because messages of earlier visits are there.
    workspace.writeSettings({ mcpServers: { probe: everything() }, 'models.default': 'direct/none' })
    const { window } = await start()
    await trustAll(window, ['probe'])
    const dialog = await openServers(window)
    await serverItem(dialog, 'probe').getByRole('button', { name: 'Messages', exact: true }).click()
    // The handshake was over before Messages was opened.
    const panel = serverPage(window, 'probe').getByRole('region', { name: 'Messages of probe' })
    const log = panel.getByRole('log', { name: 'Messages' })
    // The first: the server may announce more tools meanwhile, and another list comes.
    const rowOf = (method: string, kind: string) =>
      log.locator('details').filter({ hasText: method }).filter({ hasText: kind }).first()
    await expect(rowOf('tools/list', 'result')).toBeVisible()
    await rowOf('tools/list', 'result').locator('summary').click()
    await expect(
      rowOf('tools/list', 'result').getByRole('group', { name: 'JSON of tools/list' })
    ).toContainText('"inputSchema"')
    await panel.getByRole('button', { name: 'Clear' }).click()
    await expectLegible(panel, 'No messages yet. Parley keeps the newest 100,000 messages of all servers.')
    await backToChat(window)

    // By hand, while the messages are shown.
    await messageBox(window).fill('echo {"message": "by hand"}')
    await messageBox(window).press('Enter')
    await answerCall(window, { server: 'probe', tool: 'echo', answer: 'Allow once' })
    await expect(toolCard(window, 'probe', 'echo')).toContainText('Echo: by hand')
    const again = await openServers(window)
    const other = await inspect(again, 'probe', 'Messages')
    await expect(rowOf('tools/call', 'request')).toBeVisible()
    await rowOf('tools/call', 'result').locator('summary').click()
    await expect(rowOf('tools/call', 'result')).toContainText('Echo: by hand')
    await other.getByRole('textbox', { name: 'Filter messages' }).fill('tools/call')
    await expectLegible(other, '2 messages')
    await other.getByRole('button', { name: 'Pause' }).click()
    await expect(other.getByRole('button', { name: 'Resume' })).toBeVisible()
  }
)

sharedTest(
  'SYS-23 DBG-12 TASK-10: shows a server’s revision, the capabilities of both sides, and its remaining tasks',
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { everything: everything() }, 'models.default': 'direct/none' })
    const { window } = await start()
    await trustAll(window, ['everything'])
    await sendMessage(window, 'simulate-research-query {"topic": "tea"}')
    await answerCall(window, { server: 'everything', tool: 'simulate-research-query', answer: 'Allow once' })
    await expect(toolCard(window, 'everything', 'simulate-research-query')).toContainText('Task: completed')

    const dialog = await openServers(window)
    const item = await inspect(dialog, 'everything')
    await expect(item).toContainText('2025-11-25')
    const offered = item.getByRole('group', { name: 'Offered by Parley' })
    for (const words of ['Folders', 'Model answers', 'Your input']) await expect(offered).toContainText(words)
    await expect(item.getByRole('group', { name: 'Capabilities' })).toContainText('lists them')
    const tasks = item.getByRole('region', { name: 'Tasks still on the server' })
    await tasks.getByRole('button', { name: 'List tasks' }).click()
    await expect(tasks).toContainText('completed')
  }
)

sharedTest(
  'SYS-23 DBG-08: follows a resource as it changes, and tries a prompt with entered values',
  async ({ start, workspace }) => {
    const record = workspace.file('messages')
    workspace.writeSettings({
      mcpServers: {
        project: fixture('project-files', '--edited', `--record=${record}`),
        prompts: fixture('example-prompts')
      },
      'models.default': 'direct/none'
    })
    const { window } = await start()
    await trustAll(window, ['project', 'prompts'])

    const attach = await openAttach(window)
    await offeredResource(attach, 'project', /Rust Software Application Main File/).click()
    const details = attach.getByRole('region', { name: 'Details' })
    await expect(details).toContainText('text/x-rust')
    await details.getByRole('button', { name: 'Show content' }).click()
    await expect(details).toContainText('Hello world!')
    await details.getByRole('switch', { name: 'Follow changes' }).click()
    await expect(details).toContainText('Edited elsewhere')
    await expect(details).toContainText('Changed once')
    await details.getByRole('switch', { name: 'Follow changes' }).click()
    const told = () =>
      readRecord(record).flatMap(({ method = '' }) => (method.endsWith('subscribe') ? [method] : []))
    await expect.poll(told).toEqual(['resources/subscribe', 'resources/unsubscribe'])
    await closeDialog(attach)

    await (await callUp(window, '/explain')).click()
    const prompt = promptDialog(window, 'explain-code')
    await prompt.getByRole('textbox', { name: 'code' }).fill('1 + 1')
    await prompt.getByRole('button', { name: 'Preview messages' }).click()
    await expect(prompt).toContainText('Explain how this Unknown code works:')
    await closeDialog(prompt)
  }
)

sharedTest(
  "SYS-23 DBG-13: sends several calls at once, also an invalid one, and shows the server's raw answers",
  async ({ start, workspace }) => {
    // For a server with the usual name, messages of earlier visits are there.
    workspace.writeSettings({ mcpServers: { sums: everything() }, 'models.default': 'direct/none' })
    const { window } = await start()
    await trustAll(window, ['sums'])
    const servers = await openServers(window)
    const page = await inspect(servers, 'sums', 'Messages')
    await expect(page.getByRole('region', { name: 'Messages of sums' })).toBeVisible()
    await backToChat(window)

    await sendMessage(window, 'trigger-long-running-operation {"duration": 50, "steps": 50}')
    const long = { server: 'sums', tool: 'trigger-long-running-operation' }
    await answerCall(window, { ...long, answer: 'Allow once' })
    await expect(toolCard(window, long.server, long.tool)).toContainText('running')
    await window.getByRole('button', { name: 'New conversation' }).click()
    await messageBox(window).fill('get-sum')
    await window
      .getByRole('listbox', { name: 'Tools' })
      .getByRole('option', { name: /^get-sum/ })
      .click()
    const form = window.getByRole('dialog', { name: 'Arguments for get-sum' })
    await form.getByRole('tab', { name: 'JSON' }).click()
    await form.getByRole('textbox').fill('{"a": "two"}')
    await form.getByRole('button', { name: 'Run tool' }).click()
    await form.getByRole('button', { name: 'Send anyway' }).click()
    await expect(callDialog(window, 'sums', 'get-sum')).toContainText('two')
    await answerCall(window, { server: 'sums', tool: 'get-sum', answer: 'Allow once' })
    await expect(toolCard(window, 'sums', 'get-sum')).toContainText('-32602')

    const again = await openServers(window)
    const log = (await inspect(again, 'sums', 'Messages')).getByRole('log', { name: 'Messages' })
    const answer = log.locator('details').filter({ hasText: 'tools/call' }).filter({ hasText: 'result' })
    await expect(answer).toHaveCount(1) // the other one keeps running
    await answer.locator('summary').click()
    await expect(answer).toContainText('Input validation error')
  }
)
