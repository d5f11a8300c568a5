// `npm run parley -- ARGUMENTS`: Parley without a window, see docs/command-line.md. Bundled once for the sources as they are.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { hashSources } from './build/staleness.mjs'
import { cacheFolder, inProject, root } from './process/paths.mjs'
import { runScript } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  const { runInProcess } = await import(pathToFileURL(await bundled()).href)
  return runInProcess(process.argv.slice(2), {
    environment: { ...process.env },
    resources: inProject('resources'),
    version: JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8')).version
  })
})

/** Several commands may begin at once: each makes its own, and the first one stays. */
async function bundled() {
  const folder = path.join(cacheFolder, 'parley', hashSources(root))
  const file = path.join(folder, 'driver.js')
  if (fs.existsSync(file)) return file
  const { bundle } = await import('./process/bundle.mjs')
  const made = path.dirname(await bundle(`parley-${process.pid}`, 'main/command-line/run.ts'))
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  for (const old of fs.readdirSync(path.dirname(folder)).filter((name) => name !== path.basename(folder)))
    fs.rmSync(path.join(path.dirname(folder), old), { recursive: true, force: true })
  try {
    fs.renameSync(made, folder)
  } catch (error) {
    if (!fs.existsSync(file)) throw error
  }
  return file
}
