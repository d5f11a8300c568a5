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
import { unsummed } from './lock-file.mjs'

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
  if (adopt(root)) return
  say(`installing dependencies (${reason})`)
  const started = Date.now()
  await installLocked(root, ['--include=dev', '--include=optional'])
  fs.writeFileSync(path.join(root, stampName), fingerprint(root))
  say(`dependencies installed in ${seconds(Date.now() - started)}`)
}

/** `npm ci`, which refuses a package that doesn't have the sum of the lock. */
async function installLocked(folder, more) {
  const started = Date.now()
  const npm = npmCommand()
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...more]
  const ticker = setInterval(() => say(`  still installing, ${seconds(Date.now() - started)}`), 10_000)
  const env = { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1', npm_config_node_options: '' }
  const { status } = await run(npm.command, [...npm.args, ...args], { cwd: folder, stdio: toStderr, env })
    .catch((error) => {
      throw new SetupError(`npm could not be started: ${error.message}`)
    })
    .finally(() => clearInterval(ticker))
  if (status !== 0) {
    throw new SetupError(
      `npm ci ended with status ${status}. What it said is above; most often the registry could not be reached.`
    )
  }
}

/**
 * Fetches packages that are no dependencies.
 * @param {string} pins folder with the package.json and package-lock.json that name them
 * @param {string} into an empty folder, which gets them as `node_modules`
 */
export async function fetchPackages(pins, into) {
  fs.cpSync(pins, into, { recursive: true })
  refuseUnsummed(into)
  // A cache of its own: hundreds of megabytes need not stay in the user's.
  await installLocked(into, ['--cache', path.join(into, 'npm-cache')])
  fs.rmSync(path.join(into, 'npm-cache'), { recursive: true, force: true })
}

/** @throws SetupError if the lock names a package without a sum of its contents */
export function refuseUnsummed(folder) {
  const lock = readJson(path.join(folder, 'package-lock.json'))
  const places = lock?.packages ? unsummed(lock) : []
  if (places.length === 0) return
  throw new SetupError(
    `package-lock.json has no sha512 for ${places.slice(0, 5).join(', ')}${places.length > 5 ? ` and ${places.length - 5} more` : ''}, ` +
      'so anything that a registry sends for it would be installed. `node scripts/complete-lock.mjs` looks up the sums.'
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
 * Accepts a node_modules that the user installed with npm, if it has each package of the lock file in that version. Packages for
 * other systems may be absent.
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
    return isThere || (!found && entry.optional === true && !isForThisSystem(entry))
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
