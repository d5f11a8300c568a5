/** The interpreter in the first line of a script. */
import { open } from 'node:fs/promises'
import path from 'node:path'

/** In bytes; no system reads further. */
const longestLine = 256

/**
 * Absolute path; null if the file isn't a script or its interpreter doesn't exist. `find` looks up the name after
 * `#!/usr/bin/env`.
 */
export async function readInterpreter(
  file: string,
  find: (name: string) => Promise<string | null>
): Promise<string | null> {
  const line = await firstLine(file)
  if (!line.startsWith('#!')) return null
  const [program = '', ...words] = line.slice(2).trim().split(/\s+/)
  if (path.basename(program) !== 'env') return path.isAbsolute(program) ? program : null
  const name = words.find((word) => !word.startsWith('-') && !word.includes('='))
  if (name === undefined) return null
  if (name.includes('/')) return path.isAbsolute(name) ? name : null
  return find(name)
}

async function firstLine(file: string): Promise<string> {
  const handle = await open(file).catch(() => null)
  if (handle === null) return ''
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestLine), 0, longestLine, 0)
    return buffer.toString('utf8', 0, bytesRead).split('\n')[0] ?? ''
  } catch {
    return ''
  } finally {
    await handle.close()
  }
}
