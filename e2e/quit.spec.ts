/** However Parley ends, it leaves no process behind. */
import { runTool, runToolHere } from './server-questions'
import { everything, fixture, readStarts } from './fixtures/entries'
import type { Parley } from './launch'
import { findSurvivors, type RunningProcess } from './processes'
import { expect, expectNothingLeft, sharedTest, test } from './test'
import {
  closeDialog,
  expectConnected,
  messageBox,
  openServers,
  serverItem,
  toolCard,
  trustAll,
  trustEach
} from './window'
import type { Workspace } from './workspace'

/** One that ends when its input closes, one that ignores that, and one that closes its input itself. */
const servers = ({ file }: Workspace) => ({
  everything: everything(),
  stubborn: fixture('stubborn', `--record=${file('stubborn')}`),
  deaf: fixture('deaf')
})

/** The app's own processes and its servers, each of which runs. */
async function startServers(parley: Parley, workspace: Workspace): Promise<RunningProcess[]> {
  await trustEach(parley.window, ['everything', 'stubborn', 'deaf'])
  await expectConnected(parley.window, 3)
  const [deaf] = await makeDeaf(parley)
  const running = parley.processes()
  const pids = running.map(({ pid }) => pid)
  expect(pids).toContain(readStarts(workspace.file('stubborn'))[0])
  expect(pids).toContain(deaf?.pid)
  expect(running.some(({ command }) => command.includes('server-everything'))).toBe(true)
  return running
}

/** Two calls: after the first nothing can be sent to it, and with the second Parley notices that. */
async function makeDeaf({ window, processes }: Parley): Promise<RunningProcess[]> {
  const call = { server: 'deaf', tool: 'block-ears' }
  await runTool(window, call)
  await expect(toolCard(window, 'deaf', 'block-ears')).toContainText('done')
  const servers = processes().filter(({ command }) => command.includes('deaf.mjs'))
  await runToolHere(window, call)
  await expect(toolCard(window, 'deaf', 'block-ears').last()).toContainText('closed its standard input')
  expect(findSurvivors(servers)).toHaveLength(1)
  return servers
}

test('CHAT-14: leaves no process behind, and keeps text typed just before the end, however Parley ended', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { counter: fixture('counter') } })
  let parley = await start()
  await trustAll(parley.window, ['counter'])
  // The core has answered by then: before it has, text can't be stored.
  await expect(messageBox(parley.window)).toHaveAttribute('placeholder', /^Type a tool/)
  const ways = {
    // As when the terminal that it was started in is closed. First, when Parley has just written files.
    SIGHUP: ['Half a thought', () => Promise.resolve(process.kill(parley.pid, 'SIGHUP'))],
    'last window closed': [
      'Half a thought, and the other',
      () => parley.window.close({ runBeforeUnload: true })
    ],
    SIGTERM: ['Nothing of it', () => Promise.resolve(process.kill(parley.pid, 'SIGTERM'))],
    quit: ['Or some of it', () => parley.quit()]
  } as const
  for (const [way, [text, end]] of Object.entries(ways))
    await test.step(way, async () => {
      await expectConnected(parley.window, 1)
      await messageBox(parley.window).fill(text)
      const running = parley.processes()
      expect(running.some(({ command }) => command.includes('counter.mjs'))).toBe(true)
      const closed = parley.app.waitForEvent('close')
      const main = parley.app.process()
      await end()
      await closed
      // In good order, and not by the signal.
      await expect.poll(() => main.exitCode).toBe(0)
      await expect.poll(() => findSurvivors(running)).toEqual([])
      parley = await start()
      await expect(messageBox(parley.window)).toHaveValue(text)
    })
  await test.step('quit with servers that ignore it', async () => {
    workspace.writeSettings({ mcpServers: servers(workspace) })
    const running = await startServers(parley, workspace)
    await parley.quit()
    expect(findSurvivors(running)).toEqual([])
    await expectNothingLeft(workspace)
  })
})

test('CHAT-14: leaves no process behind after SIGKILL of the main process', async ({ start, workspace }) => {
  workspace.writeSettings({ mcpServers: servers(workspace) })
  const parley = await start()
  const running = await startServers(parley, workspace)
  await parley.kill()
  await expect.poll(() => findSurvivors(running)).toEqual([])
  await expectNothingLeft(workspace)
})

sharedTest(
  'waits for the end of a server that closed its own input on Stop and on Restart',
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { deaf: fixture('deaf') } })
    const parley = await start()
    await trustEach(parley.window, ['deaf'])
    for (const act of ['Restart', 'Stop'] as const)
      await test.step(act, async () => {
        await expectConnected(parley.window, 1)
        const deaf = await makeDeaf(parley)
        const list = await openServers(parley.window)
        const item = serverItem(list, 'deaf')
        await expect(item).toContainText('restarting')
        await item.getByRole('button', { name: act, exact: true }).click()
        await expect(item).toContainText(act === 'Stop' ? /^(?!.*Stopping…).*stopped/u : 'connected')
        expect(findSurvivors(deaf)).toEqual([])
        await closeDialog(list)
      })
  }
)
