/**
 * The package that users install: it starts, shows its window, runs servers with a real Node, stores a secret,
 * accepts bundles and links, is its own command line, and restores its state. `npm run test:packaged`; not part of
 * `npm test`.
 */
import { test } from 'playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { makeBundle } from '../../app/testing/bundles/make-bundle'
import { expect } from '../expect'
import { canRun } from '../fixtures/other-languages'
import { listProcesses } from '../processes'
import { createWorkspace, type Workspace } from '../workspace'
import {
  answerCall,
  answerTrust,
  backToChat,
  currentServer,
  expectConnected,
  inspect,
  openServers,
  sendMessage,
  serverItem,
  toolCard,
  trustEach
} from '../window'
import {
  begin,
  handOver,
  hasKeyStore,
  openPackaged,
  runCommand,
  screenArguments,
  type Packaged
} from './packaged-app'

/** Otherwise the second server runs without a sandbox. */
const canContain = canRun('bwrap', '--unshare-all', '--ro-bind', '/', '/', '/bin/sh', '-c', ':')
const secret = 'packaged-secret-4711-of-the-person'

let workspace: Workspace
let parley: Packaged | null

test.describe.configure({ mode: 'serial' })

test.beforeAll(() => {
  workspace = createWorkspace()
})

test.afterAll(async () => {
  await parley?.quit()
  await expect.poll(() => listProcesses(workspace), { message: 'processes left behind' }).toEqual([])
  workspace.remove()
})

/** A server by its script only, as the documents' client starts one. It names the program that runs it. */
function writeServer(name: string): string {
  const lines = path.resolve('app/testing/servers/line-server.mjs')
  const folder = workspace.file(`server of ${name}`)
  fs.mkdirSync(folder)
  fs.copyFileSync(lines, path.join(folder, 'line-server.mjs'))
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const file = path.join(folder, 'index.js')
  fs.writeFileSync(
    file,
    `import fs from 'node:fs'
import { serve, textResult } from './line-server.mjs'
const reads = (file) => { try { return fs.readFileSync(file, 'utf8') } catch (error) { return error.code } }
serve({
  name: ${JSON.stringify(name)},
  tools: [{ name: ${JSON.stringify(`runtime_of_${name}`)}, inputSchema: { type: 'object' } }],
  call: { ${JSON.stringify(`runtime_of_${name}`)}: () => textResult([
    'program ' + process.execPath.split('/').at(-1), 'electron ' + process.versions.electron,
    'home ' + reads(${JSON.stringify(workspace.file('private.txt'))}), 'key ' + (process.env.KEY ?? '').length
  ].join(', ')) }
})`
  )
  return file
}

async function callByHand(window: Packaged['window'], server: string, tool: string, said: string | RegExp) {
  await sendMessage(window, `${tool} {}`)
  await answerCall(window, { server, tool, answer: 'Allow once' })
  await expect(toolCard(window, server, tool).last()).toContainText(said)
}

test('SYS-28: shows its window, runs servers by their scripts in a real Node, sandboxed and not, and stores a secret', async () => {
  const [open, walled] = [writeServer('open'), writeServer('walled')]
  fs.writeFileSync(workspace.file('private.txt'), 'of the person')
  const containment = canContain
    ? { containment: { read: [path.dirname(walled)], write: [], hosts: [] } }
    : {}
  workspace.writeSettings({
    mcpServers: {
      open: { command: open },
      walled: { command: walled, env: { KEY: '${secret:packaged}' }, ...containment }
    },
    'models.default': 'direct/none'
  })
  parley = await openPackaged(workspace)
  const { window } = parley
  await trustEach(window, ['open', 'walled'])
  const servers = await openServers(window)
  await expect(serverItem(servers, 'open')).toContainText('connected')
  const page = await inspect(servers, 'walled')
  const field = page.getByRole('region', { name: 'Secrets of walled' }).getByLabel('packaged')
  await field.fill(secret)
  await field.press('Enter')
  await expect(currentServer(window)).toContainText('connected')
  await backToChat(window)
  await expectConnected(window, 2)
  await callByHand(window, 'open', 'runtime_of_open', 'program node, electron undefined, home of the person')
  const behindWalls = canContain ? 'ENOENT' : 'of the person'
  await callByHand(
    window,
    'walled',
    'runtime_of_walled',
    `program node, electron undefined, home ${behindWalls}, key ${secret.length}`
  )
})

test('SYS-28: installs a bundle that the system opens, and adds a server by a link', async () => {
  const { window } = parley ?? (await openPackaged(workspace))
  const bundle = workspace.file('weather.mcpb')
  fs.writeFileSync(bundle, makeBundle())
  await handOver(workspace, bundle)
  await window
    .getByRole('dialog', { name: 'Install weather?' })
    .getByRole('button', { name: 'Install', exact: true })
    .click()
  await answerTrust(window, 'weather')
  await expectConnected(window, 3)

  const config = encodeURIComponent(JSON.stringify({ command: writeServer('linked') }))
  await handOver(workspace, `parley://install?name=linked&config=${config}`)
  const dialog = window.getByRole('dialog', { name: 'Add linked?' })
  await expect(dialog).toContainText('A link opened by another app or a web page')
  await dialog.getByRole('button', { name: 'Add server' }).click()
  await answerTrust(window, 'linked')
  await expectConnected(window, 4)
})

test('SYS-28: restarts with its servers, their approvals and its secret, and writes the secret to no file', async () => {
  expect((await parley?.quit())?.status).toBe(0)
  await expect.poll(() => listProcesses(workspace)).toEqual([])
  for (const file of filesUnder(workspace.dataFolder))
    expect(fs.readFileSync(file).includes(secret)).toBe(false)
  parley = await openPackaged(workspace)
  const { window } = parley
  const known = hasKeyStore ? 4 : 3
  await expectConnected(window, known)
  await expect(window.getByRole('dialog', { name: /^Trust server/ })).toHaveCount(0)
  const servers = await openServers(window)
  if (!hasKeyStore)
    await expect(serverItem(servers, 'walled')).toContainText("packaged}, which doesn't exist")
  await window.keyboard.press('Escape')
  await parley.quit()
  parley = null
})

test('SYS-28: is its own command line under its own name, and opens no port', async () => {
  const listed = await runCommand(workspace, 'servers', '--json')
  expect(JSON.parse(listed.out)).toMatchObject({ ok: true })
  const called = await runCommand(workspace, 'call', '--yes', 'open', 'runtime_of_open', '{}')
  expect(called.status).toBe(0)
  expect(called.out).toContain('program node, electron undefined')

  const shown = begin(workspace, 'parley', [
    '--remote-debugging-port=0',
    '--inspect=0',
    ...screenArguments(workspace)
  ])
  const log = path.join(workspace.dataFolder, 'logs', 'servers', 'linked.log')
  const before = fs.readFileSync(log, 'utf8').split('Connected: protocol').length
  await expect
    .poll(() => fs.readFileSync(log, 'utf8').split('Connected: protocol').length, { timeout: 60_000 })
    .toBe(before + 1)
  expect(shown.error()).not.toMatch(/listening on/iu)
  shown.child.kill('SIGTERM')
  expect((await shown.ended).status).toBe(0)
})

function filesUnder(folder: string): string[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
