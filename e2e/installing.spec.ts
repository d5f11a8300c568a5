/** What the window shows while a server's package is fetched, and while a server restarts. */
import fs from 'node:fs'
import { fixture, readStarts, serverFile } from './fixtures/entries'
import { expect, sharedTest } from './test'
import { closeDialog, expectConnected, openServers, serverItem, trustAll, trustEach } from './window'

sharedTest(
  'shows the last line of a download, can cancel it, and ends with a working server',
  async ({ start, workspace }) => {
    const fetched = workspace.file('fetched')
    const npx = workspace.file('npx')
    fs.writeFileSync(
      npx,
      `#!${process.execPath}
    const fs = require('node:fs')
    process.stderr.write('npm http fetch GET 200 <b>counter</b>\\n')
    setInterval(function () {
      if (!fs.existsSync(${JSON.stringify(fetched)})) return
      clearInterval(this)
      import(${JSON.stringify(serverFile('counter.mjs'))})
    }, 20)`
    )
    fs.chmodSync(npx, 0o755)
    workspace.writeSettings({ mcpServers: { counter: { command: npx, args: ['-y', 'counter@1.0.0'] } } })
    const { window } = await start()
    await trustEach(window, ['counter'])
    const servers = await openServers(window)
    const item = serverItem(servers, 'counter')
    await expect(item).toContainText('installing')
    await expect(item).toContainText(/Downloading its package · \d+ s/)
    await expect(item).toContainText('npm http fetch GET 200 <b>counter</b>')
    await item.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(item).toContainText('stopped')

    await item.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(item).toContainText('installing')
    fs.writeFileSync(fetched, '')
    await expect(item).toContainText('connected')
    await closeDialog(servers)
    await expectConnected(window, 1)
  }
)

sharedTest("counts down to a server's restart, and can skip the wait", async ({ start, workspace }) => {
  const record = workspace.file('record')
  workspace.writeSettings({ mcpServers: { counter: fixture('counter', `--record=${record}`) } })
  const { window } = await start()
  await trustAll(window, ['counter'])
  const servers = await openServers(window)
  const item = serverItem(servers, 'counter')
  // Each wait is twice as long: the third is long enough to press a button.
  for (const round of [1, 2]) {
    process.kill(readStarts(record).at(-1) ?? 0, 'SIGKILL')
    await expect.poll(() => readStarts(record).length).toBe(round + 1)
    await expect(item).toContainText('connected')
  }
  process.kill(readStarts(record).at(-1) ?? 0, 'SIGKILL')
  await expect(item).toContainText(/Restarting in [1-4] s/)
  await item.getByRole('button', { name: 'Restart now', exact: true }).click()
  await expect(item).toContainText('connected')
  expect(readStarts(record)).toHaveLength(4)
})
