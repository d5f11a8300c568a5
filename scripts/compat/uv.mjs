// uv, which runs servers of Python: the one on the search path, else one that pip installs into the user's cache.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { run, toStderr } from '../process/run.mjs'
import { say } from '../process/terminal.mjs'

const version = '0.13.9'

/** An environment in which the programs of this folder are found; null: nothing is added. */
export const withPrograms = (env, folder) =>
  folder === null ? env : { ...env, PATH: `${folder}${path.delimiter}${env.PATH ?? ''}` }

const cachedFolder = (env) =>
  path.join(env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'parley-uv', version)

/** The folder of `uvx` in the user's cache; null: it is on the search path, or nowhere. Installs nothing. */
export function findUv(env = process.env) {
  if (spawnSync('uvx', ['--version'], { env }).status === 0) return null
  const programs = path.join(cachedFolder(env), 'bin')
  return fs.existsSync(path.join(programs, 'uvx')) ? programs : null
}

/** The same, but installed with pip where it is nowhere. Without Python it says so and answers null. */
export async function ensureUv(env = process.env) {
  const found = findUv(env)
  if (found !== null || spawnSync('uvx', ['--version'], { env }).status === 0) return found
  const python = ['python3', 'python'].find(
    (name) => spawnSync(name, ['-m', 'pip', '--version'], { env }).status === 0
  )
  if (python === undefined) {
    say('uv is not here, and there is no pip to install it with: servers of Python can’t run')
    return null
  }
  say(`installing uv ${version} with pip`)
  const folder = cachedFolder(env)
  const unfinished = `${folder}.${process.pid}`
  const args = ['-m', 'pip', 'install', '--quiet', '--target', unfinished, `uv==${version}`]
  const { status } = await run(python, args, { stdio: toStderr, env, timeoutMs: 300_000 })
  if (status === 0 && !fs.existsSync(folder)) fs.renameSync(unfinished, folder)
  fs.rmSync(unfinished, { recursive: true, force: true })
  return findUv(env)
}
