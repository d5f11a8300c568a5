/**
 * A package is installed, updates itself from a signed feed on this computer, and is removed. Everything happens in a copy of
 * this system that ends with the test (`scripts/installed.mjs`). As root, because other users confirm in a dialog of the
 * system (pkexec), which no test can answer.
 */
import { expect, test } from 'playwright/test'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { environmentFor } from '../launch'
import { listProcesses } from '../processes'
import { createWorkspace } from '../workspace'
import { connectToMain } from './main-process'

const given = (name: string): string => process.env[`PARLEY_INSTALLED_${name}`] ?? ''
const program = '/opt/Parley/parley'

test('updates itself after two questions, and leaves nothing when it is removed', async () => {
  const workspace = createWorkspace()
  const requested: string[] = []
  const feed = http.createServer((request, response) => {
    const name = path.basename(request.url?.split('?')[0] ?? '')
    requested.push(name)
    const file = path.join(given('FEED'), name)
    if (!fs.existsSync(file)) return response.writeHead(404).end()
    return fs.createReadStream(file).pipe(response)
  })
  try {
    feed.listen(Number(given('PORT')), '127.0.0.1')
    await once(feed, 'listening')
    execFileSync('dpkg', ['--force-depends', '--install', given('OLD')])
    const old = installedVersion()
    const words = ['--inspect=0', '--no-sandbox', '--disable-gpu', '--lang=en-US']
    const child = spawn(program, [...words, `--data-dir=${workspace.dataFolder}`], {
      env: environmentFor(workspace),
      stdio: ['ignore', 'ignore', 'pipe']
    })
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
    expect(fs.existsSync(path.join(workspace.dataFolder, 'updates'))).toBe(true)

    // It may end before it answers.
    main.evaluate('answer()').catch(() => {})
    await ended
    expect(installedVersion()).toBe(given('VERSION'))
    await expect
      .poll(() => Object.values(workspace.readLogs()).join('\n'), {
        message: 'the start of the newer version'
      })
      .toMatch(new RegExp(`starting.*${given('VERSION').replaceAll('.', '\\.')}`))
    await expect.poll(() => fs.existsSync(path.join(workspace.dataFolder, 'updates'))).toBe(false)
    for (const { pid } of listProcesses(workspace)) endNow(pid)
    await expect.poll(() => listProcesses(workspace), { message: 'processes left behind' }).toEqual([])

    execFileSync('dpkg', ['--purge', 'parley'])
    expect(changedFiles().filter((name) => /parley/i.test(name) && !isRecord(name))).toEqual([])
    expect(
      fs.readdirSync(path.join(workspace.home, '.cache')).filter((name) => /parley/i.test(name))
    ).toEqual([])
    expect(fs.existsSync(workspace.dataFolder)).toBe(true)
  } finally {
    feed.closeAllConnections()
    feed.close()
    for (const { pid } of listProcesses(workspace)) endNow(pid)
    workspace.remove()
  }
})

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

function installedVersion(): string {
  return execFileSync('dpkg-query', ['--show', '--showformat=${Version}', 'parley'], { encoding: 'utf8' })
}

/** All that was written in this copy of the system. Removed files are character devices there. */
function changedFiles(): string[] {
  const names = fs.readdirSync(given('CHANGES'), { recursive: true }).map(String)
  return names.filter((name) => !fs.lstatSync(path.join(given('CHANGES'), name)).isCharacterDevice())
}

/** What the system's own package manager remembers. */
const isRecord = (name: string): boolean => /^var\/(?:lib\/dpkg|log|cache)\//.test(name)

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
