/** The versions of Node that servers run with, as far as this computer has them: `npm run nodes` fetches those that it lacks. */
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const folder = path.join(process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'), 'parley-nodes')

/** By major version; null where it was not fetched. */
export function findNode(major: number): string | null {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const file = path.join(folder, String(major), 'node')
  return existsSync(file) ? file : null
}
