// Finds a tool of another language and its version, by asking it.

import { spawnSync } from 'node:child_process'

/** It ends what hangs, as a shim that waits for a download would. */
const patienceMs = 60_000

/**
 * The first of `commands` that runs and is new enough.
 * @param {string} name as it is said where there is none
 * @param {number[]} least
 * @param {{ env: NodeJS.ProcessEnv, commands: string[][], ask?: typeof askVersion }} where
 * @returns {{ command: string, version: string } | { reason: string }}
 */
export function findTool(name, least, { env, commands, ask = askVersion }) {
  let older = null
  for (const [command, ...args] of commands) {
    const version = ask(command, args, env)
    if (version === null) continue
    if (isAtLeast(version, least)) return { command, version }
    older ??= version
  }
  const wanted = `${name} ${least.join('.')} or newer`
  return { reason: older === null ? `${wanted} isn't installed` : `${wanted} isn't installed, only ${older}` }
}

function askVersion(command, args, env) {
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8', timeout: patienceMs })
  if (status !== 0) return null
  return /\d+(?:\.\d+)+/u.exec(`${stdout}\n${stderr}`)?.[0] ?? null
}

export function isAtLeast(version, least) {
  const numbers = version.split('.').map(Number)
  for (const [place, wanted] of least.entries()) {
    const number = numbers[place] ?? 0
    if (number !== wanted) return number > wanted
  }
  return true
}
