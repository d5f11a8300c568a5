/** Whatever way Parley ends, nothing of it stays behind. */
import { everything, fixture, readStarts } from './fixtures/entries'
import { survivorsOf } from './processes'
import { expect, expectNothingLeft, test } from './test'
import { trustAll } from './window'
import type { Workspace } from './workspace'

function servers(workspace: Workspace) {
  return { everything: everything(), stubborn: fixture('stubborn', `--record=${workspace.file('stubborn')}`) }
}

for (const way of ['quit', 'kill'] as const) {
  test(`CHAT-14: ${way === 'quit' ? 'quitting' : 'SIGKILL of the main process'} leaves no process behind`, async ({
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
    await expect.poll(() => survivorsOf(running)).toEqual([])
    await expectNothingLeft(workspace)
  })
}

test('closing the last window ends the app', async ({ start, workspace }) => {
  workspace.writeSettings({ mcpServers: { everything: everything() } })
  const parley = await start()
  await trustAll(parley.window, ['everything'])
  const running = parley.processes()
  const closed = parley.app.waitForEvent('close')
  await parley.window.close()
  await closed
  await expect.poll(() => survivorsOf(running)).toEqual([])
})
