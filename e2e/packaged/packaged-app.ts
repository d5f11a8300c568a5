/**
 * Starts the packaged program, with the fuses of a release. No inspector reaches it, so tests drive its window over
 * the page's debugging port. The program opens that port only where it doesn't count as packaged: where its file is
 * named `electron`. Only that name differs. What must be true of the shipped program is tested under its own name.
 */
import { chromium, type Page } from 'playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect } from '../expect'
import { environmentFor, isRoot } from '../launch'
import type { Workspace } from '../workspace'
import { inSystem } from './system'

/** The folder of the package. */
export const packageFolder = process.env['PARLEY_PACKAGE'] ?? ''
/** Whether the system that the tests run in stores keys. */
export const hasKeyStore = process.env['PARLEY_KEY_STORE'] === '1'

export interface Ended {
  readonly status: number | null
  readonly out: string
  readonly error: string
}

interface Begun {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  error(): string
}

/** `name`: `parley` as it is shipped, `electron` with its window's port. */
export function begin(workspace: Workspace, name: 'parley' | 'electron', words: readonly string[]): Begun {
  const sandbox = isRoot ? ['--no-sandbox'] : []
  const child = spawn(...inSystem([path.join(packageFolder, name), ...sandbox, ...words]), {
    env: environmentFor(workspace),
    cwd: workspace.folder,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const said = { out: '', error: '' }
  child.stdout?.on('data', (piece: Buffer) => (said.out += String(piece)))
  child.stderr?.on('data', (piece: Buffer) => (said.error += String(piece)))
  const ended = once(child, 'close').then(() => ({ status: child.exitCode, ...said }))
  return { child, ended, error: () => said.error }
}

/** What a window needs on a virtual display. */
export const screenArguments = (workspace: Workspace): string[] => [
  '--disable-gpu',
  '--lang=en-US',
  ...(hasKeyStore ? ['--password-store=gnome-libsecret'] : []),
  `--data-dir=${workspace.dataFolder}`
]

export interface Packaged {
  readonly window: Page
  /** As the menu does it, and waits for the end. */
  quit(): Promise<Ended>
}

export async function openPackaged(workspace: Workspace): Promise<Packaged> {
  const { child, ended, error } = begin(workspace, 'electron', [
    '--remote-debugging-port=0',
    ...screenArguments(workspace)
  ])
  const early = ended.then(({ error: said }) =>
    Promise.reject(new Error(`It ended before it showed itself: ${said}`))
  )
  early.catch(() => {}) // it is ended once the window is there
  try {
    const address = await Promise.race([listening(child, error), early])
    await Promise.race([pageOf(address), early])
    const browser = await chromium.connectOverCDP(address, { timeout: 120_000 })
    const [context] = browser.contexts()
    const window = context?.pages()[0] ?? (await context?.waitForEvent('page'))
    if (window === undefined) throw new Error('It has no window.')
    const quit = async () => {
      child.kill('SIGTERM')
      const end = await ended
      await browser.close().catch(() => {}) // it has gone with the program
      return end
    }
    return { window, quit }
  } catch (failure) {
    child.kill('SIGKILL')
    throw new Error(`It can't be driven: ${error()}${JSON.stringify(workspace.readLogs())}`, {
      cause: failure
    })
  }
}

async function listening(child: ChildProcess, error: () => string): Promise<string> {
  for (;;) {
    const address = /DevTools listening on (ws:\/\/\S+)/.exec(error())?.[1]
    if (address !== undefined) return address
    if (child.stderr === null) throw new Error('Its standard error is closed.')
    await once(child.stderr, 'data')
  }
}

/** A page that is being created when Playwright connects may never answer it. */
async function pageOf(address: string): Promise<void> {
  const list = new URL('/json/list', address.replace(/^ws:/, 'http:'))
  await expect
    .poll(async () => (await fetch(list)).text(), { message: 'a page', timeout: 60_000 })
    .toContain('"title": "Parley"')
}

/**
 * What the system does with the app's links and files: it starts the app once more, which hands them to the first.
 */
export async function handOver(workspace: Workspace, what: string): Promise<void> {
  const { ended } = begin(workspace, 'parley', [...screenArguments(workspace), what])
  const { status, error } = await ended
  if (status !== 0) throw new Error(`Handing over ${what} ended with ${String(status)}: ${error}`)
}

/** A command of the program as it is shipped. */
export async function runCommand(workspace: Workspace, ...words: readonly string[]): Promise<Ended> {
  return await begin(workspace, 'parley', [...words, `--data-dir=${workspace.dataFolder}`]).ended
}
