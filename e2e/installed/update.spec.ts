/**
 * The deb in an empty Debian 12 (`scripts/installed.mjs`): a first result without Node, an update from a signed feed on this
 * computer, removal. As root, because other users confirm in a dialog of the system (pkexec), which no test can answer.
 */
import { test } from 'playwright/test'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { makeBundle } from '../../app/testing/bundles/make-bundle'
import { expect } from '../expect'
import { begin, handOver, openPackaged, packageFolder, screenArguments } from '../packaged/packaged-app'
import { inSystem } from '../packaged/system'
import { listProcesses } from '../processes'
import { answerCall, answerTrust, expectConnected, sendMessage, toolCard } from '../window'
import { createWorkspace, type Workspace } from '../workspace'
import { connectToMain } from './main-process'

const given = (name: string): string => process.env[`PARLEY_${name}`] ?? ''

let workspace: Workspace

test.describe.configure({ mode: 'serial' })

test.beforeAll(() => {
  workspace = createWorkspace()
})

test.afterAll(() => {
  endAll()
  workspace.remove()
})

test('runs the server of a bundle where there is no Node', async () => {
  expect(spawnSync(...inSystem(['sh', '-c', 'command -v node'])).status).not.toBe(0)
  const older = workspace.file('older.deb')
  fs.copyFileSync(given('INSTALLED_OLD'), older)
  runThere('dpkg', '--install', older)
  workspace.writeSettings({ mcpServers: {}, 'models.default': 'direct/none' })
  await withWindow(async (window) => {
    const bundle = workspace.file('weather.mcpb')
    fs.writeFileSync(bundle, makeBundle())
    await handOver(workspace, bundle)
    await window
      .getByRole('dialog', { name: 'Install weather?' })
      .getByRole('button', { name: 'Install', exact: true })
      .click()
    await answerTrust(window, 'weather')
    await expectConnected(window, 1)
    await callReport(window)
  })
})

test('updates itself from a signed feed after two questions, and starts again', async () => {
  const { requested, close } = await openFeed()
  try {
    const old = installedVersion()
    const { child } = begin(workspace, 'parley', ['--inspect=0', ...screenArguments(workspace)])
    // Its output stays open, as the newer version has it too.
    const ended = once(child, 'exit')
    const main = await connectToMain(child)
    await expect
      .poll(() => main.evaluate(`require('electron').Menu.getApplicationMenu() !== null`))
      .toBe(true)
    await main.evaluate(answerLater)

    await main.evaluate(chooseUpdates)
    await expect.poll(() => main.evaluate('asked.length')).toBe(1)
    expect(requested).toEqual(['latest-linux.yml', 'latest-linux.yml.sig'])

    await main.evaluate('answer()')
    await expect.poll(() => main.evaluate('asked.length')).toBe(2)
    expect(installedVersion()).toBe(old)
    expect(fs.existsSync(workspace.file('data/updates'))).toBe(true)

    // It may end before it answers.
    main.evaluate('answer()').catch(() => {})
    await ended
    expect(installedVersion()).toBe(given('INSTALLED_VERSION'))
    await expect
      .poll(() => Object.values(workspace.readLogs()).join('\n'), { message: 'a start of the newer version' })
      .toMatch(new RegExp(`starting.*${given('INSTALLED_VERSION').replaceAll('.', '\\.')}`))
    await expect.poll(() => fs.existsSync(workspace.file('data/updates'))).toBe(false)
    endAll()
    await expect.poll(() => listProcesses(workspace), { message: 'processes left behind' }).toEqual([])
  } finally {
    close()
  }
})

test('keeps servers and approvals over the update, and nothing but the data folder when it is removed', async () => {
  await withWindow(async (window) => {
    await expectConnected(window, 1)
    await callReport(window)
  })
  runThere('dpkg', '--purge', 'parley')
  expect(changedFiles().filter((name) => /parley/i.test(name) && !isRecord(name))).toEqual([])
  expect(
    fs.readdirSync(workspace.home, { recursive: true }).filter((name) => /parley/i.test(String(name)))
  ).toEqual([])
  expect(fs.existsSync(workspace.settingsFile)).toBe(true)
})

type Window = Awaited<ReturnType<typeof openPackaged>>['window']

/** Of the program by its second name, see `packaged-app.ts`. */
async function withWindow(work: (window: Window) => Promise<void>): Promise<void> {
  const second = path.join(packageFolder, 'electron')
  runThere('ln', path.join(packageFolder, 'parley'), second)
  const parley = await openPackaged(workspace)
  await work(parley.window)
  await parley.quit()
  await expect.poll(() => listProcesses(workspace), { message: 'processes left behind' }).toEqual([])
  runThere('rm', second)
}

async function callReport(window: Window): Promise<void> {
  await sendMessage(window, 'report {}')
  await answerCall(window, { server: 'weather', tool: 'report', answer: 'Allow once' })
  await expect(toolCard(window, 'weather', 'report').last()).toContainText('"args":[]')
}

async function openFeed(): Promise<{ requested: string[]; close: () => void }> {
  const requested: string[] = []
  const server = http.createServer((request, response) => {
    const name = path.basename(request.url?.split('?')[0] ?? '')
    requested.push(name)
    const file = path.join(given('INSTALLED_FEED'), name)
    if (!fs.existsSync(file)) return response.writeHead(404).end()
    return fs.createReadStream(file).pipe(response)
  })
  server.listen(Number(given('INSTALLED_PORT')), '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { requested, close }
}

/** Each question of the system waits for `answer()`, which presses the first button. */
const answerLater = `
  globalThis.asked = []
  require('electron').dialog.showMessageBox = (options) => {
    asked.push(options.message)
    return new Promise((resolve) => (globalThis.answer = () => void resolve({ response: 0 })))
  }
  undefined`

const chooseUpdates = `
  require('electron').Menu.getApplicationMenu().items
    .flatMap(({ submenu }) => submenu?.items ?? [])
    .find(({ label }) => label.startsWith('Check for updates'))
    .click()`

function runThere(...call: string[]): string {
  return execFileSync(...inSystem(call), { encoding: 'utf8' })
}

function installedVersion(): string {
  return runThere('dpkg-query', '--show', '--showformat=${Version}', 'parley')
}

/** Every file that was written into the system. Removed files are character devices there. */
function changedFiles(): string[] {
  const folder = given('SYSTEM_CHANGES')
  const names = fs.readdirSync(folder, { recursive: true }).map(String)
  return names.filter((name) => !fs.lstatSync(path.join(folder, name)).isCharacterDevice())
}

/** What the system's own package manager remembers. */
const isRecord = (name: string): boolean => /^var\/(?:lib\/dpkg|log|cache)\//.test(name)

function endAll(): void {
  for (const { pid } of listProcesses(workspace))
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
}
