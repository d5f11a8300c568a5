/** However Parley ends, it leaves no process behind. */
import { runTool, runToolHere } from './server-questions'
import { everything, fixture, readStarts } from './fixtures/entries'
import type { Parley } from './launch'
import { findSurvivors, type RunningProcess } from './processes'
import { expect, expectNothingLeft, sharedTest, test } from './test'
import { messageBox, openServers, serverItem, toolCard, trustAll } from './window'
import type { Workspace } from './workspace'

function servers(workspace: Workspace) {
  return { everything: everything(), stubborn: fixture('stubborn', `--record=${workspace.file('stubborn')}`) }
}

for (const way of ['quit', 'kill'] as const) {
  test(`CHAT-14: leaves no process behind after ${way === 'quit' ? 'quitting' : 'SIGKILL of the main process'}`, async ({
    start,
    workspace
  }) => {
    workspace.writeSettings({ mcpServers: servers(workspace) })
    const parley = await start()
    await trustAll(parley.window, ['everything', 'stubborn'])
    const running = parley.processes()
    expect(running.map(({ pid }) => pid)).toContain(readStarts(workspace.file('stubborn'))[0])
    expect(running.some(({ command }) => command.includes('server-everything'))).toBe(true)

    await parley[way]()
    await expect.poll(() => findSurvivors(running)).toEqual([])
    await expectNothingLeft(workspace)
  })
}

test('ends when the last window closes', async ({ start, workspace }) => {
  workspace.writeSettings({ mcpServers: { everything: everything() } })
  const parley = await start()
  await trustAll(parley.window, ['everything'])
  const running = parley.processes()
  const closed = parley.app.waitForEvent('close')
  await parley.window.close()
  await closed
  await expect.poll(() => findSurvivors(running)).toEqual([])
})

/** Two calls: after the first nothing can be sent to it, and with the second Parley notices that. */
async function makeDeaf({ window, processes }: Parley): Promise<RunningProcess[]> {
  await trustAll(window, ['deaf'])
  const call = { server: 'deaf', tool: 'block-ears' }
  await runTool(window, call)
  await expect(toolCard(window, 'deaf', 'block-ears')).toContainText('done')
  const servers = processes().filter(({ command }) => command.includes('deaf.mjs'))
  await runToolHere(window, call)
  await expect(toolCard(window, 'deaf', 'block-ears').last()).toContainText('closed its standard input')
  expect(findSurvivors(servers)).toHaveLength(1)
  return servers
}

const deaf = { mcpServers: { deaf: fixture('deaf') } }

test('ends a server that closed its own input when it quits', async ({ start, workspace }) => {
  workspace.writeSettings(deaf)
  const parley = await start()
  const servers = await makeDeaf(parley)
  await parley.app.close()
  expect(findSurvivors(servers)).toEqual([])
})

test('ends it when Parley is killed, too', async ({ start, workspace }) => {
  workspace.writeSettings(deaf)
  const parley = await start()
  const servers = await makeDeaf(parley)
  await parley.kill()
  await expect.poll(() => findSurvivors(servers)).toEqual([])
})

for (const act of ['Stop', 'Restart'] as const) {
  sharedTest(
    `waits for the end of a server that closed its own input on ${act}`,
    async ({ start, workspace }) => {
      workspace.writeSettings(deaf)
      const parley = await start()
      const servers = await makeDeaf(parley)
      const item = serverItem(await openServers(parley.window), 'deaf')
      await expect(item).toContainText('restarting')
      await item.getByRole('button', { name: act, exact: true }).click()
      await expect(item).toContainText(act === 'Stop' ? /^(?!.*Stopping…).*stopped/u : 'connected')
      expect(findSurvivors(servers)).toEqual([])
    }
  )
}

test('keeps text typed just before the end for the next start, however Parley ended', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: {} })
  let parley = await start()
  // The core has answered by then: before it has, text can't be stored.
  await expect(messageBox(parley.window)).toHaveAttribute('placeholder', /^Type a tool/)
  const ways = {
    // As when the terminal that it was started in is closed. First, when Parley has just written files.
    'Half a thought': () => Promise.resolve(process.kill(parley.pid, 'SIGHUP')),
    'Half a thought, and the other': () => parley.window.close({ runBeforeUnload: true }),
    'Nothing of it': () => Promise.resolve(process.kill(parley.pid, 'SIGTERM')),
    'Or some of it': () => parley.quit()
  }
  for (const [text, end] of Object.entries(ways)) {
    await messageBox(parley.window).fill(text)
    const closed = parley.app.waitForEvent('close')
    const main = parley.app.process()
    await end()
    await closed
    // In good order, and not by the signal.
    await expect.poll(() => main.exitCode).toBe(0)
    parley = await start()
    await expect(messageBox(parley.window)).toHaveValue(text)
  }
})
