// `npm run nodes`: fetches the versions of Node that servers run with into the user's cache, for tests of the loader of
// sandboxed servers. `setup/nodes` pins npm packages that contain Node's own binary. Linux on x64 only.

import './setup/node-version.mjs'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inProject } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { fetchPackages } from './setup/dependencies.mjs'

const pins = inProject('scripts/setup/nodes')
const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'parley-nodes')

await runScript(async () => {
  if (`${process.platform}-${process.arch}` !== 'linux-x64')
    throw new SetupError('other versions of Node are only fetched on Linux for x64')
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(pins, 'package.json'), 'utf8'))
  const places = Object.keys(dependencies).map((name) => ({
    name,
    file: path.join(cache, name.slice('node'.length), 'node')
  }))
  if (places.every(({ file }) => fs.existsSync(file))) return say('all versions of Node are there')
  say(`fetching ${Object.keys(dependencies).join(', ')}`)
  fs.mkdirSync(cache, { recursive: true })
  const work = fs.mkdtempSync(path.join(cache, 'fetching-'))
  try {
    await fetchPackages(pins, work)
    for (const { name, file } of places) {
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.renameSync(path.join(work, 'node_modules', name, 'bin/node'), file)
    }
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
})
