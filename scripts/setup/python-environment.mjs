// Packages of PyPI in an environment of their own, kept in the user's cache. What is missing is reported, never installed.

import fs from 'node:fs'
import path from 'node:path'
import { withLock } from '../process/lock.mjs'
import { run } from '../process/run.mjs'
import { say } from '../process/terminal.mjs'
import { findCache } from './keycloak.mjs'
import { findTool } from './library-servers/find-tool.mjs'

/**
 * @param {object} wanted
 * @param {string} wanted.name of its folder: it changes with the versions
 * @param {string[]} wanted.packages as pip takes them, with versions
 * @param {number} wanted.limitMs ends an installation that hangs
 * @param {string[]} [wanted.options] of pip
 * @param {(folder: string) => Record<string, string>} [wanted.variables] of pip
 * @returns {Promise<{ python: string, folder: string } | { reason: string }>}
 */
export async function ensurePythonEnvironment(wanted, env = process.env) {
  const commands = ['python3', 'python'].map((name) => [name, '-c', 'import venv, sys; print(sys.version)'])
  const found = findTool('Python', [3, 10], { env, commands })
  if ('reason' in found) return found
  const folder = path.join(findCache(env), wanted.name)
  const python = path.join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')
  const ready = path.join(folder, 'ready')
  return withLock(`${folder}.lock`, `installing ${wanted.name}`, async () => {
    if (fs.existsSync(ready)) return { python, folder }
    say(`installing ${wanted.packages.join(' ')}, once`)
    const reason = await install({ found, folder, python, env }, wanted)
    if (reason !== null) return { reason }
    fs.writeFileSync(ready, '')
    return { python, folder }
  })
}

async function install({ found, folder, python, env }, { packages, limitMs, options = [], variables }) {
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input']
  const made = await run(found.command, ['-m', 'venv', '--clear', folder], { env, timeoutMs: limitMs })
  if (made.status !== 0) return describeFailure(made)
  const installed = await run(python, [...pip, ...options, ...packages], {
    env: { ...env, ...variables?.(folder) },
    timeoutMs: limitMs
  })
  return installed.status === 0 ? null : describeFailure(installed)
}

export function describeFailure({ isTimedOut, output }) {
  return isTimedOut
    ? 'the installation took too long'
    : `the installation failed: ${output.trimEnd().split('\n').at(-1)?.slice(0, 200)}`
}
