// `npm run test:packaged`: packs the app as it is released and drives the package: `e2e/packaged`. `-- --kept` takes the
// package in dist/. It isn't part of `npm test`, because packing takes as long as thirty journeys.

import './setup/node-version.mjs'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasDisplay } from './process/display.mjs'
import { inProject } from './process/paths.mjs'
import { runPlaywrightSuite } from './process/playwright.mjs'
import { runNode, toStderr } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'

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
  const hasKeyStore = findKeyStore()
  if (!hasKeyStore)
    say('note: no key store is here (dbus-run-session, gnome-keyring-daemon): secrets end with the app')
  const suite = await runPlaywrightSuite('packaged', 'e2e/packaged/packaged.config.ts', runtime, {
    behind: hasKeyStore ? behindKeyStore : undefined,
    env: {
      // Keys of the tests never reach the user's own key store.
      HOME: hasKeyStore ? fs.mkdtempSync(path.join(folder, 'home-')) : os.homedir(),
      PARLEY_PACKAGE: copy,
      PARLEY_KEY_STORE: hasKeyStore ? '1' : ''
    }
  })
  return showSummary([suite])
}

function findKeyStore() {
  return ['dbus-run-session', 'gnome-keyring-daemon'].every((name) => !spawnSync(name, ['--version']).error)
}

/** In a session of its own with an open key store. */
function behindKeyStore(call) {
  const begin = 'printf of-the-tests | gnome-keyring-daemon --unlock --components=secrets >&2; exec "$0" "$@"'
  return ['dbus-run-session', '--', 'sh', '-c', begin, ...call]
}
