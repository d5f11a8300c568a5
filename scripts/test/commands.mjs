// Runs each command of README and CONTRIBUTING that no other suite runs, once and as a user types it, because a tool that
// nothing runs breaks unnoticed. Their output goes into a folder that is removed.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { whyStale } from '../build/staleness.mjs'
import { freePort } from '../process/free-port.mjs'
import { inProject, root } from '../process/paths.mjs'
import { npmCommand, run } from '../process/run.mjs'

/** It ends what hangs: on a slow and busy computer one that works has taken two minutes. */
const limitMs = 400_000
/** One stands for all, which the unit tests have run. */
const aPropertyTest = 'app/provenance/ranges.test.ts'
const sampleCorpus = inProject('app/testing/hostile/sample-corpus')

/**
 * Each rejects with the reason where the command does not do what it is for. In an order in which later ones find what
 * earlier ones left.
 * @type {Record<string, (folder: string) => Promise<void>>}
 */
const commands = {
  'npm start': (folder) => tryApp(['start'], path.join(folder, 'started')),
  'npm run ledger': async (folder) => {
    const copy = path.join(folder, 'ledger.jsonl')
    const data = ['--data-dir', path.join(folder, 'started')]
    await expectOutput(['run', 'ledger', '--', 'verify', ...data], /unbroken/u)
    await expectOutput(['run', 'ledger', '--', 'export', ...data, '--file', copy], /written/u)
  },
  'npm run parley': async (folder) => {
    const data = `--data-dir=${path.join(folder, 'started')}`
    await expectOutput(['run', '-s', 'parley', '--', 'verify-ledger', '--json', data], /"isUnbroken": true/u)
  },
  'npm run screenshot': async (folder) => {
    const file = path.join(folder, 'pictures', 'window.png')
    await expectOutput(['run', 'screenshot', '--', '--into', file], /1 passed/u)
    if (fs.readFileSync(file).toString('latin1', 1, 4) !== 'PNG') throw new Error(`${file} is no picture`)
  },
  'npm run fuzz': () =>
    expectOutput(
      ['run', 'fuzz', '--', '--minutes', '0', '--calls', '0', '--times', '1', '--seed', '1', aPropertyTest],
      /\d passed, 0 failed\n$/u
    ),
  'npm run test:hostile': () =>
    expectOutput(['run', 'test:hostile', '--', '--corpus', sampleCorpus], /\n1 of 1 as expected\n$/u)
}

/** Before the app is built, as they put another build in its place. */
const buildingCommands = {
  'npm run dev': async (folder) => {
    await tryApp(['run', 'dev'], path.join(folder, 'developed'))
    if (!whyStale({ folder: root, mode: 'production', outputs: [] }))
      throw new Error('what it built passes for the app that is tested and packaged')
  }
}

/**
 * `isBuilding`: only the commands that build the app again; otherwise all others.
 * @returns {Promise<import('./summary.mjs').SuiteResult>}
 */
export async function tryCommands({ isBuilding = false } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-commands-'))
  const suite = isBuilding ? 'commands that build' : 'commands'
  const result = { name: suite, passed: [], failed: [], skipped: [], reasons: {} }
  try {
    for (const [name, attempt] of Object.entries(isBuilding ? buildingCommands : commands))
      await attempt(folder).then(
        () => result.passed.push(name),
        (error) => {
          result.failed.push(name)
          result.reasons[name] = error.message
        }
      )
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return result
}

async function expectOutput(args, pattern) {
  const { status, output } = await runNpm(args)
  if (status !== 0 || !pattern.test(output)) throw new Error(`status ${status}, and it said:\n${output}`)
}

/** The window opens and accepts typing. When the command gets a signal to end, everything that it started ends. */
async function tryApp(args, dataFolder) {
  fs.mkdirSync(dataFolder)
  fs.writeFileSync(path.join(dataFolder, 'settings.json'), '{ "mcpServers": {} }\n')
  const port = await freePort()
  const stop = new AbortController()
  const ended = runNpm(
    [...args, '--', `--data-dir=${dataFolder}`, `--remote-debugging-port=${port}`],
    stop.signal
  )
  const early = ended.then(({ output }) => Promise.reject(new Error(`no window; it said:\n${output}`)))
  try {
    await Promise.race([seeComposer(port), early])
  } finally {
    stop.abort()
    early.catch(() => {}) // now it is wanted
  }
  // A process that still runs would keep the output open.
  const { isTimedOut } = await ended
  if (isTimedOut) throw new Error("it didn't end after the signal")
}

async function seeComposer(port) {
  const { chromium } = await import('playwright')
  const browser = await connect(chromium, port)
  try {
    const [context] = browser.contexts()
    const page = context.pages()[0] ?? (await context.waitForEvent('page'))
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor({ timeout: limitMs })
  } finally {
    await browser.close()
  }
}

/** Waits for the app to listen. */
async function connect(chromium, port) {
  for (const start = Date.now(); ; await delay(100))
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    } catch (error) {
      if (Date.now() - start > limitMs) throw error
    }
}

function runNpm(args, signal) {
  const { command, args: first } = npmCommand()
  // Its own messages beside a result would not be the command's.
  const env = { ...process.env, PARLEY_HEADLESS: '1', npm_config_loglevel: 'silent' }
  return run(command, [...first, ...args], { env, signal, timeoutMs: limitMs })
}
