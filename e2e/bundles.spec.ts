/**
 * A server in one file: dropped, opened by the system or chosen. Parley shows all of it, installs it after a press,
 * or rejects it with a reason.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { makeBundle, nodeServer } from '../app/testing/bundles/make-bundle'
import { argumentsFor, environmentFor, type Parley } from './launch'
import { makeSecret } from './secrets'
import { expect, sharedTest as test } from './test'
import { answerTrust, expectConnected, openServers, pressIn, serverItem } from './window'

const weather = {
  display_name: 'Weather',
  long_description: 'A long story about the weather.',
  user_config: {
    key: {
      type: 'string',
      title: 'API key',
      description: 'Of your account.',
      required: true,
      sensitive: true
    },
    places: { type: 'directory', title: 'Places', description: 'Where notes lie.', multiple: true }
  },
  server: {
    ...nodeServer,
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/index.mjs', '${user_config.places}'],
      env: { WEATHER_KEY: '${user_config.key}' }
    }
  }
}

test('shows a dropped bundle in full, installs it after one press and starts it after another', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: {} })
  const file = workspace.file('weather.mcpb')
  fs.writeFileSync(file, makeBundle(weather))
  const parley = await start()
  const { window } = parley
  await drop(parley, file)
  const dialog = window.getByRole('dialog', { name: 'Install Weather?' })
  await expect(dialog).toContainText('${__dirname}/server/index.mjs')
  await expect(dialog).toContainText('WEATHER_KEY=${user_config.key}')
  await expect(dialog).toContainText('This bundle is not signed')
  await window.screenshot({ path: test.info().outputPath('bundle.png') })
  expect(fs.readFileSync(workspace.settingsFile, 'utf8')).not.toContain('weather')

  const install = dialog.getByRole('button', { name: 'Install', exact: true })
  await install.click()
  await expect(dialog.getByText('The server needs this. Enter a value.')).toHaveCount(2)
  await dialog.getByLabel('API key (required)').fill(makeSecret('bundle', 'WEATHER_KEY'))
  await dialog.getByLabel('Places').fill('/srv/one\n/srv/two')
  await install.click()
  await answerTrust(window, 'weather')
  await expectConnected(window, 1)
  // It didn't become an attachment.
  await expect(window.getByText('weather.mcpb')).toHaveCount(0)
  const { mcpServers } = JSON.parse(fs.readFileSync(workspace.settingsFile, 'utf8')) as {
    mcpServers: Record<string, { args: string[]; env: Record<string, string> }>
  }
  expect(mcpServers['weather']?.args.slice(1)).toEqual(['/srv/one', '/srv/two'])
  expect(mcpServers['weather']?.env).toEqual({ WEATHER_KEY: '${secret:weather-key}' })
})

test('shows the user a bundle that the system opens, and rejects a hostile one with the reason', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: {} })
  const [good, bad] = [workspace.file('good one.mcpb'), workspace.file('bad.dxt')]
  fs.writeFileSync(good, makeBundle())
  fs.writeFileSync(bad, makeBundle({}, [{ name: '../../escaped.txt', data: 'x' }]))
  const parley = await start()
  const { app, window } = parley
  await startAgain(parley, bad)
  const refusal = window.getByRole('dialog', { name: "bad.dxt can't be installed" })
  await expect(refusal).toContainText("leads out of the bundle's folder")
  await window.screenshot({ path: test.info().outputPath('refused.png') })
  await refusal.getByRole('button', { name: 'Close' }).last().click()
  await startAgain(parley, good)
  await expect(window.getByRole('dialog', { name: 'Install weather?' })).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(window.getByRole('dialog')).toHaveCount(0)

  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, good)
  await openServers(window)
  await window.getByRole('button', { name: 'Install a bundle…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Install weather?' })
  await dialog.getByRole('button', { name: 'Install', exact: true }).click()
  await answerTrust(window, 'weather', 'Keep stopped')
})

test('replaces an old bundle with a newer one after a press, and removes it with its server', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: {} })
  const folders = () => {
    const bundles = path.join(workspace.dataFolder, 'bundles')
    return fs.existsSync(bundles) ? fs.readdirSync(bundles) : []
  }
  const [first, newer] = [workspace.file('weather.mcpb'), workspace.file('weather 2.mcpb')]
  fs.writeFileSync(first, makeBundle())
  fs.writeFileSync(newer, makeBundle({ version: '1.10.0' }))
  const parley = await start()
  const { window } = parley
  await drop(parley, first)
  await pressIn(window.getByRole('dialog', { name: 'Install weather?' }), 'Install')
  await answerTrust(window, 'weather')
  await expectConnected(window, 1)
  const [old] = folders()
  expect(folders()).toHaveLength(1)

  await drop(parley, newer)
  const update = window.getByRole('dialog', { name: 'Update weather?' })
  await expect(update).toContainText('1.0.0')
  await pressIn(update, 'Update to 1.10.0')
  // A different program, so it needs a new approval.
  await answerTrust(window, 'weather')
  await expectConnected(window, 1)
  await expect.poll(folders).toEqual([expect.not.stringMatching(old ?? '')])

  const servers = await openServers(window)
  const item = serverItem(servers, 'weather')
  await expect(item).toContainText('connected')
  await item.getByRole('button', { name: 'Remove', exact: true }).click()
  await pressIn(window.getByRole('dialog', { name: 'Remove server weather?' }), 'Remove')
  await expect(item).toHaveCount(0)
  await expect.poll(folders).toEqual([])
  expect(JSON.parse(workspace.readSettings())).toMatchObject({ mcpServers: {} })
  expect(workspace.readSettings()).not.toContain('weather')
})

/** As the system does when the user drops a file on the window. */
async function drop({ window }: Parley, file: string): Promise<void> {
  const session = await window.context().newCDPSession(window)
  const box = await window.getByRole('textbox', { name: 'Message' }).boundingBox()
  const place = { x: Math.round((box?.x ?? 0) + 10), y: Math.round((box?.y ?? 0) + 10) }
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data })
  await session.detach()
}

async function startAgain({ app, workspace }: Parley, file: string): Promise<void> {
  const executable = await app.evaluate(() => process.execPath)
  const second = spawn(executable, [...argumentsFor(workspace), file], {
    env: environmentFor(workspace),
    stdio: 'ignore'
  })
  const [status] = await once(second, 'exit')
  expect(status).toBe(0)
}
