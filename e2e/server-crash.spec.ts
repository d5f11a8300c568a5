/** Processes die. The window says so, the chat continues, and a restart helps. */
import { fixture, readStarts } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { listDescendants } from './processes'
import { expect, forgetProblems, sharedTest, test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  closeDialog,
  expectConnected,
  openServers,
  sendMessage,
  serverItem,
  toolCard,
  trustAll
} from './window'

sharedTest(
  'CHAT-13: shows that a server was killed during a call, continues the chat, and restarts the server',
  { tag: '@quick' },
  async ({ start, startModel, workspace }) => {
    const record = workspace.file('calls')
    const model = await startModel([
      [call('slow', 'wait-for-ever', {})],
      [say('The server has gone.')],
      [call('slow', 'answer-at-once', {})],
      [say('And it is back.')]
    ])
    workspace.writeSettings({
      mcpServers: { slow: fixture('slow', `--record=${record}`) },
      ...model.settings
    })
    const { window } = await start()
    await trustAll(window, ['slow'])
    await sendMessage(window, 'Wait')
    await answerCall(window, { server: 'slow', tool: 'wait-for-ever', answer: 'Allow once' })
    await expect(toolCard(window, 'slow', 'wait-for-ever')).toContainText('Step three of ten')

    process.kill(readStarts(record)[0] ?? 0, 'SIGKILL')
    await expect(toolCard(window, 'slow', 'wait-for-ever')).toContainText('failed')
    await expect(answers(window).last()).toContainText('The server has gone.')
    await expect(toolCard(window, 'slow', 'wait-for-ever')).toContainText('SIGKILL')
    const servers = await openServers(window)
    await expect.poll(() => readStarts(record).length, 'it comes back by itself').toBe(2)
    await expect(serverItem(servers, 'slow')).toContainText('connected')
    await serverItem(servers, 'slow').getByRole('button', { name: 'Restart', exact: true }).click()
    await expect.poll(() => readStarts(record).length, 'and by hand').toBe(3)
    await expect(serverItem(servers, 'slow')).toContainText('connected')
    await closeDialog(servers)

    await sendMessage(window, 'Try the quick one')
    await answerCall(window, { server: 'slow', tool: 'answer-at-once', answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('And it is back.')
  }
)

sharedTest('closes the question of a call when its server goes', async ({ start, startModel, workspace }) => {
  const record = workspace.file('calls')
  const model = await startModel([[call('counter', 'count', { by: 1 })], [say('Nobody to ask any more.')]])
  const counter = fixture('counter', `--record=${record}`)
  workspace.writeSettings({ mcpServers: { counter }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['counter'])
  await sendMessage(window, 'Count')
  await expect(callDialog(window, 'counter', 'count')).toBeVisible()

  workspace.writeSettings({ mcpServers: {}, ...model.settings })
  await expect(callDialog(window, 'counter', 'count')).toBeHidden()
  await expect(toolCard(window, 'counter', 'count')).toContainText('counter is no longer connected')
  await expect(answers(window).last()).toContainText('Nobody to ask any more.')
})

test('restores the conversation after the page was killed', async ({ start, startModel, workspace }) => {
  const model = await startModel([[say('Still here.')]])
  workspace.writeSettings(model.settings)
  const parley = await start()
  await sendMessage(parley.window, 'Are you there?')
  await expect(answers(parley.window).last()).toContainText('Still here.')
  const page = parley.processes().find(({ command }) => command.includes('--type=renderer'))

  const crashed = parley.window.waitForEvent('crash')
  process.kill(page?.pid ?? 0, 'SIGKILL')
  await crashed
  await expect
    .poll(() => parley.app.evaluate(readConversations), { message: 'conversations on the page' })
    .toContain('Are you there?')
})

/** Playwright gives up a crashed page, so the main process is asked what the new one shows. */
async function readConversations({ BrowserWindow }: typeof import('electron')): Promise<string> {
  const contents = BrowserWindow.getAllWindows()[0]?.webContents
  // A call to a page that is gone counts as an error of Electron's own.
  if (contents === undefined || contents.isCrashed() || contents.isLoading()) return ''
  const asked = contents.executeJavaScript("document.querySelector('nav')?.textContent ?? ''")
  // A page that is going never answers, or fails: the next one is asked.
  const answered = asked.catch(() => '')
  return String(await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 1_000, ''))]))
}

sharedTest(
  'restores the servers after the process of the clients was killed',
  async ({ start, workspace }) => {
    const record = workspace.file('calls')
    workspace.writeSettings({ mcpServers: { counter: fixture('counter', `--record=${record}`) } })
    const parley = await start()
    await trustAll(parley.window, ['counter'])
    const server = readStarts(record)[0] ?? 0
    const clients = parley
      .processes()
      .find(({ pid }) => listDescendants(pid).some((child) => child.pid === server))
    expect(clients?.command).toContain('utility')

    process.kill(clients?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => readStarts(record).length).toBe(2)
    await expectConnected(parley.window, 1)
    await expect.poll(() => parley.processes().some(({ pid }) => pid === server)).toBe(false)
    forgetProblems(parley, /utility|exited|lost/i)
  }
)
