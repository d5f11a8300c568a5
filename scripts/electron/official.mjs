// The runtime that the electron package itself fetches, from Electron's releases or from ELECTRON_MIRROR.

import fs from 'node:fs'
import path from 'node:path'
import { cacheFolder, inProject } from '../process/paths.mjs'
import { runNode, toStderr } from '../process/run.mjs'
import { say } from '../process/terminal.mjs'
import { changedFiles, describeDistribution } from './distribution.mjs'

const releases = 'https://github.com/electron/electron/releases/download/'
const probeMs = 4000
const downloadMs = 15 * 60_000

/** The electron package's own runtime, when an earlier download has put it there whole and it still is as it was. */
export async function installedRuntime() {
  const found = unpackedRuntime()
  if (!found) return undefined
  const changed = await changedFiles(found.dist, listOf(found))
  if (changed.length === 0) return found
  const names = changed.length > 3 ? `${changed.length} files` : changed.join(', ')
  say(`the Electron in ${found.dist} was changed after it was unpacked (${names}) and will not be used`)
  return undefined
}

function unpackedRuntime() {
  const folder = inProject('node_modules/electron')
  const manifest = path.join(folder, 'package.json')
  if (!fs.existsSync(manifest)) return undefined
  const found = describeDistribution(path.join(folder, 'dist'), 'installed')
  return found?.version === JSON.parse(fs.readFileSync(manifest, 'utf8')).version ? found : undefined
}

const listOf = ({ version }) => path.join(cacheFolder, `electron-${version}.files.json`)

/**
 * Downloads it with the package's own installer, which checks the sums that the package carries.
 * @returns {Promise<{ runtime?: object, problem?: string }>}
 */
export async function downloadRuntime(env = process.env) {
  const from = env.ELECTRON_MIRROR || env.npm_config_electron_mirror || releases
  const problem = await probe(from)
  if (problem) return { problem }
  say(`downloading Electron from ${new URL(from).host}`)
  forgetUnpacked()
  const { ELECTRON_SKIP_BINARY_DOWNLOAD: _skip, ...clean } = env
  const { status } = await runNode(inProject('node_modules/electron/install.js'), [], {
    stdio: toStderr,
    env: clean,
    timeoutMs: downloadMs
  })
  if (status !== 0) return { problem: `its installer ended with status ${status}` }
  const runtime = await installedRuntime()
  return runtime
    ? { runtime: { ...runtime, source: 'mirror' } }
    : { problem: 'its installer left nothing usable' }
}

/** What is there by now was refused or is of another version; the installer would keep a changed one of the right version. */
function forgetUnpacked() {
  const found = unpackedRuntime()
  if (found) fs.rmSync(listOf(found), { force: true })
  fs.rmSync(inProject('node_modules/electron/dist'), { recursive: true, force: true })
}

/** A blocked host may swallow packets for minutes, so it is asked something small first. */
async function probe(address) {
  try {
    await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(probeMs) })
    return undefined
  } catch (error) {
    return `${address} cannot be reached (${error.cause?.code ?? error.name})`
  }
}
