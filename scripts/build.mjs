// Builds what is stale, or everything with --force; names of targets build only those.
// `node scripts/build.mjs [--force] [--development] [main|history|preload|renderer …]`

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { forgetBuild, hashSources, recordBuild, whyStale } from './build/staleness.mjs'
import { withLock } from './process/lock.mjs'
import { cacheFolder, root } from './process/paths.mjs'
import { runScript, say, seconds, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureTexts } from './setup/texts.mjs'

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isForced = process.argv.includes('--force')
// The bundler colours its messages even where they go into a file.
if (!process.stderr.isTTY) process.env.NO_COLOR ??= '1'
const production = !process.argv.includes('--development')

await runScript(async () => {
  await ensureDependencies()
  await ensureTexts()
  await withLock(path.join(cacheFolder, 'build.lock'), 'building', () => build(names))
})

async function build(wanted) {
  // Loaded here and not above: it needs node_modules, which may just have been installed.
  const { targets } = await import('./build/targets.mjs')
  const mode = production ? 'production' : 'development'
  const outputs = Object.values(targets).map((target) => target.output)
  const reason = isForced || wanted.length > 0 ? 'asked for' : whyStale({ folder: root, mode, outputs })
  if (!reason) return
  const unknown = wanted.find((name) => !Object.hasOwn(targets, name))
  if (unknown)
    throw new SetupError(`there is no build target ${unknown}; there are ${Object.keys(targets).join(', ')}`)
  say(`building (${reason})`)
  const started = Date.now()
  const sourcesHash = hashSources(root)
  forgetBuild(root)
  // What a target that is gone, or a piece of one, left behind would stay, and go into the package.
  if (wanted.length === 0)
    for (const folder of ['out/licences', 'out/main'])
      fs.rmSync(path.join(root, folder), { recursive: true, force: true })
  await buildTargets(wanted.length > 0 ? wanted : Object.keys(targets), targets)
  if (wanted.length === 0) recordBuild({ folder: root, mode, sourcesHash })
  say(`built in ${seconds(Date.now() - started)}`)
}

async function buildTargets(wanted, targets) {
  const { viteConfig } = await import('./build/targets.mjs')
  const { build: viteBuild } = await import('vite')
  const builds = [...new Set(wanted.map((name) => targets[name].builtWith ?? name))]
  for (const name of wanted) {
    const { entry } = targets[name]
    if (!fs.existsSync(path.join(root, entry)))
      throw new SetupError(`cannot build ${name}: ${entry} does not exist`)
    fs.rmSync(path.join(root, targets[name].output), { force: true })
  }
  const results = await Promise.allSettled(builds.map((name) => viteBuild(viteConfig(name, { production }))))
  const problems = results.flatMap(({ reason }, index) =>
    reason ? [`${builds[index]}: ${reason.message}`] : []
  )
  // The message names the file and line. The bundler's own stack doesn't help to fix them.
  if (problems.length > 0) throw new SetupError(`the build failed\n\n${problems.join('\n')}`)
}
