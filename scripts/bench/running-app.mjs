/** An app with its own data folder: starts it, inspects it, and ends it with everything that it started. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { freePort } from '../process/free-port.mjs'
import { root } from '../process/paths.mjs'
import { say } from '../process/terminal.mjs'
import { processTree } from './process-tree.mjs'

/** Of each step of a measurement: it ends what hangs, also on a machine that is slow and busy. */
export const stepLimitMs = 240_000

/** A used folder: the welcome is for empty ones. */
export function prepareFolder(name, settings = { mcpServers: {} }) {
  const folder = mkdtempSync(path.join(tmpdir(), `parley-bench-${name}-`))
  writeFileSync(path.join(folder, 'settings.json'), `${JSON.stringify(settings)}\n`)
  return folder
}

export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/**
 * Starts the app, hands it to `work` with its process id, the port of its page and the moment of its start, and ends it.
 */
export async function withApp({ executable, args, env }, work) {
  const port = await freePort()
  const startedAt = performance.timeOrigin + performance.now()
  const child = spawn(executable, [`--remote-debugging-port=${port}`, ...args], { stdio: 'ignore', env })
  const ended = once(child, 'exit')
  const endedEarly = ended.then(() => Promise.reject(new Error('the app ended unexpectedly')))
  endedEarly.catch(() => {}) // reported while it is measured; afterwards the app is asked to end
  try {
    return await Promise.race([work({ processId: child.pid, port, startedAt }), endedEarly])
  } finally {
    await end(child, ended)
  }
}

/**
 * Starts the built app on the folder and hands its page to `work`, with the id of its process.
 * @param {object} electron as the set-up provides it
 * @param {{ folder: string, variables?: Record<string, string> }} given `variables`: added to its environment
 */
export function inApp(electron, { folder, variables = {} }, work) {
  const args = [...electron.args, `--data-dir=${folder}`]
  return withDisplay(!hasDisplay(), (env) =>
    withApp({ ...electron, args, env: { ...env, ...variables } }, ({ processId, port }) =>
      withPage(port, (page) => work(page, processId))
    )
  )
}

/** The same Electron with another app. */
export function replaceApp(electron, app) {
  return { ...electron, args: electron.args.map((argument) => (argument === root ? app : argument)) }
}

/** Hands the page of the app that listens there to `work`, once there is one. */
export async function withPage(port, work) {
  await within(stepLimitMs, 'the app opened no page', findPage(port))
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    return await work(browser.contexts()[0].pages()[0])
  } finally {
    await browser.close()
  }
}

/** Asks the app to end, and otherwise kills it with everything that it started. That changes no figure, so it is only a note. */
async function end(child, ended) {
  const tree = processTree(child.pid)
  child.kill('SIGTERM')
  try {
    await within(stepLimitMs, 'the app did not end when asked to', ended)
  } catch (error) {
    say(`${error.message}; it was killed: ${child.spawnargs.join(' ')}`)
    for (const processId of tree) killIfThere(processId)
    await ended
  }
}

function killIfThere(processId) {
  try {
    process.kill(processId, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

async function findPage(port) {
  const isShown = ({ type, url }) => type === 'page' && url !== 'about:blank' && url !== ''
  await poll(async () => {
    // Nothing listens there before the app has got that far.
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    return (await answer?.json())?.find(isShown)
  }, 'the app has no page')
}

/** Asks every 10 ms until there is an answer. @throws Error with the complaint if there is none in time */
export async function poll(ask, complaint) {
  const lastAt = Date.now() + stepLimitMs
  while (Date.now() < lastAt) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await delay(10)
  }
  throw new Error(complaint)
}

/** Rejects with the complaint when the work is not done in time. */
export async function within(limitMs, complaint, work) {
  const controller = new AbortController()
  const { signal } = controller
  const late = delay(limitMs, undefined, { signal }).then(() => {
    throw new Error(`${complaint}: not within ${limitMs / 1_000} s`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => {})
    controller.abort()
  }
}
