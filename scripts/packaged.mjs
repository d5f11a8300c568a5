// `npm run test:packaged`: packs the app as it is released and drives the package: `e2e/packaged`. `-- --kept` takes the
// package in dist/. It isn't part of `npm test`, because packing takes as long as thirty journeys.

import './setup/node-version.mjs'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasDisplay, withDisplay } from './process/display.mjs'
import { cacheFolder, inProject } from './process/paths.mjs'
import { run, runNode, toStderr } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'
import { readPlaywrightReport } from './test/summary.mjs'

const unpacked = inProject('dist/linux-unpacked')

await runScript(async () => {
  const unknown = process.argv.slice(2).find((argument) => argument !== '--kept')
  if (unknown) throw new SetupError(`unknown argument ${unknown}; there is --kept`)
  if (process.platform !== 'linux') throw new SetupError('only the package for Linux is driven by this')
  const runtime = await setUp({ build: false, needsXvfb: !hasDisplay() })
  if (!process.argv.includes('--kept')) await pack()
  if (!fs.existsSync(unpacked)) throw new SetupError('there is no package in dist/; leave --kept out')
  const folder = fs.mkdtempSync(path.join(inProject('dist'), 'driven-'))
  try {
    return await drive(runtime, linkPackage(folder), folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

async function pack() {
  const { status } = await runNode(inProject('scripts/package.mjs'), ['dir'], { stdio: toStderr })
  if (status !== 0) throw new SetupError(`packing ended with status ${status}`)
}

/** The same files once more, the program by a second name: under it the port of its window can be opened. */
function linkPackage(folder) {
  const copy = path.join(folder, 'package')
  if (spawnSync('cp', ['-al', unpacked, copy]).status !== 0)
    throw new SetupError("the package can't be linked")
  fs.linkSync(path.join(copy, 'parley'), path.join(copy, 'electron'))
  return copy
}

async function drive(runtime, copy, folder) {
  const report = `${cacheFolder}/results/packaged.json`
  fs.rmSync(report, { force: true })
  const keyStore = findKeyStore()
  if (!keyStore)
    say('note: no key store is here (dbus-run-session, gnome-keyring-daemon): secrets end with the app')
  const args = [
    inProject('node_modules/playwright/cli.js'),
    'test',
    '--config',
    inProject('e2e/packaged/packaged.config.ts')
  ]
  const { status } = await withDisplay(!hasDisplay(), (env) =>
    run(...behind(keyStore, args), {
      stdio: toStderr,
      env: {
        ...env,
        // Test keys don't go into the user's key store.
        HOME: keyStore ? fs.mkdtempSync(path.join(folder, 'home-')) : os.homedir(),
        ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
        PARLEY_PACKAGE: copy,
        PARLEY_KEY_STORE: keyStore ? '1' : '',
        PARLEY_E2E_RESULTS: report
      }
    })
  )
  if (!fs.existsSync(report)) throw new SetupError(`the tests ended with status ${status} and left no report`)
  return showSummary([readPlaywrightReport('packaged', JSON.parse(fs.readFileSync(report, 'utf8')))])
}

function findKeyStore() {
  return ['dbus-run-session', 'gnome-keyring-daemon'].every((name) => !spawnSync(name, ['--version']).error)
}

/** In a session of its own with a key store that is open, where there is one. */
function behind(keyStore, args) {
  if (!keyStore) return [process.execPath, args]
  const begin = 'printf of-the-tests | gnome-keyring-daemon --unlock --components=secrets >&2; exec "$0" "$@"'
  return ['dbus-run-session', ['--', 'sh', '-c', begin, process.execPath, ...args]]
}
