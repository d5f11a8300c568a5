// The one set-up that every command shares: dependencies, the Electron runtime, the system libraries it needs and
// a build that fits the sources. Each step does nothing, quickly, when there is nothing to do.

import { ensureCompiled } from '../build/code-cache/compile.mjs'
import { provideElectron } from '../electron/resolve.mjs'
import { inProject } from '../process/paths.mjs'
import { runNode, toStderr } from '../process/run.mjs'
import { SetupError } from '../process/terminal.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { ensureLibraries } from './libraries.mjs'
import { ensureTexts } from './texts.mjs'

/** What needs no Electron. */
export async function ensureInstalled() {
  await ensureDependencies()
  await ensureTexts()
}

/**
 * @param {{ build?: boolean, needsXvfb?: boolean }} options
 * @returns what `provideElectron` returns
 */
export async function setUp({ build = true, needsXvfb = false } = {}) {
  await ensureInstalled()
  // Side by side: one waits for the network, the other for the processor.
  const building = build ? ensureBuild() : Promise.resolve()
  const [runtime] = await Promise.all([provideWithLibraries(needsXvfb), building])
  if (build) await ensureCompiled(runtime)
  return runtime
}

async function provideWithLibraries(needsXvfb) {
  const runtime = await provideElectron()
  await ensureLibraries({ executable: runtime.executable, needsXvfb })
  return runtime
}

/** In a separate process, so that the bundler can't write to our standard output. */
async function ensureBuild() {
  const { status } = await runNode(inProject('scripts/build.mjs'), [], { stdio: toStderr })
  if (status !== 0) throw new SetupError('the build failed; the reason is above')
}
