// Installs what package-lock.json names when node_modules is missing or stale. Runs before anything is
// installed, so it uses Node's own modules only. Install scripts stay off (install-scripts.mjs names them), and a lock
// that doesn't say what each package holds is refused.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { withLock } from '../process/lock.mjs'
import { cacheFolder, root } from '../process/paths.mjs'
import { npmCommand, run, toStderr } from '../process/run.mjs'
import { say, seconds, SetupError } from '../process/terminal.mjs'
import { closedPackages, closedSum, unsummed } from './lock-file.mjs'

const stampName = 'node_modules/.parley-installed'
const fieldsThatMatter = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']

/** Makes node_modules fit the lock file. Does nothing, in a few milliseconds, when it does. */
export async function ensureDependencies() {
  if (!whyStale(root)) return
  await withLock(path.join(cacheFolder, 'install.lock'), 'installing dependencies', async () => {
    const reason = whyStale(root)
    if (reason) await install(reason)
  })
}

async function install(reason) {
  refuseUnsummed(root)
  refuseUnchecked(root)
  tellClosed(root)
  if (adopt(root)) return
  say(`installing dependencies (${reason})`)
  const started = Date.now()
  const npm = npmCommand()
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
    '--include=optional'
  ]
  const ticker = setInterval(() => say(`  still installing, ${seconds(Date.now() - started)}`), 10_000)
  const env = { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1', npm_config_node_options: '' }
  const { status } = await run(npm.command, [...npm.args, ...args], { stdio: toStderr, env })
    .catch((error) => {
      throw new SetupError(`npm could not be started: ${error.message}`)
    })
    .finally(() => clearInterval(ticker))
  if (status !== 0) {
    throw new SetupError(
      `npm ci ended with status ${status}. What it said is above; most often the registry could not be reached.`
    )
  }
  refuseUnchecked(root)
  fs.writeFileSync(path.join(root, stampName), fingerprint(root))
  say(`dependencies installed in ${seconds(Date.now() - started)}`)
}

/** @throws SetupError where the lock names a package whose contents nothing would be held against */
export function refuseUnsummed(folder) {
  const lock = readJson(path.join(folder, 'package-lock.json'))
  const places = lock?.packages ? unsummed(lock) : []
  if (places.length === 0) return
  throw new SetupError(
    `package-lock.json has no sha512 for ${places.slice(0, 5).join(', ')}${places.length > 5 ? ` and ${places.length - 5} more` : ''}, ` +
      'so whatever a registry sends for it would be installed. `node scripts/complete-lock.mjs --ask` looks the sums up.'
  )
}

/**
 * npm leaves a package out whose contents don't have the sum of the lock, and says nothing where it is optional. Whatever
 * put one there all the same, nobody has checked it.
 * @throws SetupError where a package is there whose sum nobody knows
 */
export function refuseUnchecked(folder) {
  const there = closedPackages(readJson(path.join(folder, 'package-lock.json')) ?? { packages: {} })
    .map(({ place }) => place)
    .filter((place) => fs.existsSync(path.join(folder, place)))
  if (there.length === 0) return
  throw new SetupError(
    `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} there although nobody knows the sum of the contents. ` +
      `Remove ${there.length === 1 ? 'it' : 'them'}; \`node scripts/complete-lock.mjs --ask\` looks the sum up.`
  )
}

/** Of this very system: what is missing because nobody could look up its sum; npm says nothing of it. */
export function closedHere(folder) {
  return closedPackages(readJson(path.join(folder, 'package-lock.json')) ?? { packages: {} })
    .filter(({ entry }) => isForThisSystem(entry))
    .map(({ spec }) => spec)
}

function tellClosed(folder) {
  const names = closedHere(folder)
  if (names.length === 0) return
  say(
    `NOT installed, because nobody could look up what they should hold: ${names.join(', ')}. Parley starts without them; ` +
      'a check that needs one fails. `node scripts/complete-lock.mjs --ask` looks their sums up where the whole registry can be reached.'
  )
}

/** Why an install is needed, or undefined. */
export function whyStale(folder) {
  if (!fs.existsSync(path.join(folder, 'node_modules'))) return 'node_modules is missing'
  const stamp = readText(path.join(folder, stampName))
  if (stamp === undefined) return 'node_modules was not made by this script'
  if (stamp.trim() !== fingerprint(folder)) return 'package-lock.json has changed'
  return undefined
}

/**
 * Takes over a node_modules that the person installed with npm: nothing needs to be fetched when each package of
 * the lock file is there in that version. Packages for other systems are rightly absent.
 */
export function adopt(folder) {
  const wanted = readJson(path.join(folder, 'package-lock.json'))?.packages
  const present = readJson(path.join(folder, 'node_modules/.package-lock.json'))?.packages
  if (!wanted || !present) return false
  const fits = Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || entry.link) return true
    const found = present[place]
    const isThere =
      found && found.version === entry.version && fs.existsSync(path.join(folder, place, 'package.json'))
    const isLeftOut = !isForThisSystem(entry) || entry.integrity === closedSum
    return isThere || (!found && entry.optional === true && isLeftOut)
  })
  if (fits) fs.writeFileSync(path.join(folder, stampName), fingerprint(folder))
  return fits
}

/** An optional package that names no system came along with one that does, and is absent with it. */
function isForThisSystem(entry) {
  if (!entry.os && !entry.cpu) return false
  const matches = (list, value) => !list || list.includes(value)
  return (
    matches(entry.os, process.platform) && matches(entry.cpu, process.arch) && !entry.libc?.includes('musl')
  )
}

function fingerprint(folder) {
  const manifest = readJson(path.join(folder, 'package.json')) ?? {}
  const hash = createHash('sha256').update(readText(path.join(folder, 'package-lock.json')) ?? '')
  // Scripts and descriptions change often and install nothing.
  for (const field of fieldsThatMatter) hash.update(JSON.stringify(manifest[field] ?? null))
  return hash.digest('hex')
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined // absent: the caller treats it as unknown
  }
}

function readJson(file) {
  try {
    return JSON.parse(readText(file) ?? '')
  } catch {
    return undefined // absent or damaged: nothing can be concluded from it
  }
}
