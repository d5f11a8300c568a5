/**
 * The versions of Node.js that servers use, as far as they are on this computer. `npm run nodes` downloads the others.
 */
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const folder = path.join(process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'), 'parley-nodes')

/** By major version; null if missing. */
export function findNode(major: number): string | null {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const file = path.join(folder, String(major), 'node')
  return existsSync(file) ? file : null
}
