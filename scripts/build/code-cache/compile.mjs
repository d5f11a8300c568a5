// Keeps what V8 compiles of the main process beside its bundles, so that no start does it again: a third of a start's own
// work. Done once for a build and a runtime, in that runtime: V8 rejects code of another version, and load-code.cjs
// rejects code of other bytes. If this fails, starts are slower, and nothing else changes.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasDisplay, hasXvfb, withDisplay } from '../../process/display.mjs'
import { withLock } from '../../process/lock.mjs'
import { cacheFolder, inProject, root } from '../../process/paths.mjs'
import { run } from '../../process/run.mjs'
import { say, seconds } from '../../process/terminal.mjs'

const app = inProject('scripts/build/code-cache/compile-app.cjs')
const stampFile = inProject('out/main/.compiled.json')
const limitMs = 120_000

/** @param {{ executable: string, args: string[] }} runtime the one that `provideElectron` returns */
export async function ensureCompiled(runtime) {
  await withLock(path.join(cacheFolder, 'compile.lock'), 'compiling', async () => {
    const stamp = stampOf(runtime)
    if (stamp === null || readText(stampFile) === stamp) return
    const started = Date.now()
    const status = await compile(runtime)
    if (status !== 0) return say('the main process could not be compiled beforehand; starts take longer')
    fs.writeFileSync(stampFile, stamp)
    say(`compiled for this runtime in ${seconds(Date.now() - started)}`)
  })
}

/** Of the build and the runtime; null: there is no whole build. Development loads what it builds as it is. */
function stampOf({ executable }) {
  const built = readText(inProject('out/.built.json'))
  if (built === null || JSON.parse(built).mode !== 'production') return null
  return JSON.stringify({ built, executable, changed: fs.statSync(executable).mtimeMs })
}

async function compile({ executable, args }) {
  if (process.platform === 'linux' && !hasXvfb() && !hasDisplay()) return 1
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-compile-'))
  // A used folder: an empty one would show the welcome.
  fs.writeFileSync(path.join(folder, 'settings.json'), '{ "mcpServers": {} }\n')
  const options = [...args.filter((argument) => argument !== root), app, `--data-dir=${folder}`]
  try {
    const isVirtual = process.platform === 'linux' && hasXvfb()
    const { status } = await withDisplay(isVirtual, (env) =>
      run(executable, options, { stdio: ['ignore', 'ignore', 'ignore'], env, timeoutMs: limitMs })
    )
    return status
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
