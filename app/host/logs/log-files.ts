/** The size of the log files. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { CallOutput } from '../../contract/bridge/calls'

export function logFolder(dataFolder: string): string {
  return path.join(dataFolder, 'logs')
}

export async function measureLogFiles(dataFolder: string): Promise<CallOutput<'log.measure'>> {
  const folder = logFolder(dataFolder)
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = found.filter((entry) => entry.isFile())
  const sizes = files.map(
    async (entry) => (await stat(path.join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0
  )
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  return { folder, count: files.length, bytes }
}
