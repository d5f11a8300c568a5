// The official Python library in an environment of its own, for the protected servers of `npm run services`. Kept in a cache.

import fs from 'node:fs'
import path from 'node:path'
import { withLock } from '../process/lock.mjs'
import { run } from '../process/run.mjs'
import { say } from '../process/terminal.mjs'
import { cacheOf } from './keycloak.mjs'
import { findTool } from './library-servers/find-tool.mjs'

const requirement = 'mcp==1.30.0'
const limitMs = 600_000

/** @returns {Promise<{ python: string } | { reason: string }>} */
export async function ensurePythonLibrary(env = process.env) {
  const commands = ['python3', 'python'].map((name) => [name, '-c', 'import venv, sys; print(sys.version)'])
  const found = findTool('Python', [3, 10], { env, commands })
  if ('reason' in found) return found
  const target = path.join(cacheOf(env), requirement.replace('==', '-'))
  const python = path.join(target, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')
  const ready = path.join(target, 'ready')
  if (fs.existsSync(ready)) return { python }
  return withLock(`${target}.lock`, 'installing the Python library', async () => {
    if (fs.existsSync(ready)) return { python }
    say(`installing ${requirement}, once`)
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input', requirement]
    for (const [command, args] of [
      [found.command, ['-m', 'venv', '--clear', target]],
      [python, pip]
    ]) {
      const { status, output } = await run(command, args, { env, timeoutMs: limitMs })
      if (status !== 0) return { reason: `it can't be installed: ${output.trimEnd().split('\n').at(-1)}` }
    }
    fs.writeFileSync(ready, '')
    return { python }
  })
}
