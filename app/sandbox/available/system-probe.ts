/** Queries to the system about its sandbox. */
import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { scopeEnvironment } from '../limits/limits-scope'
import { giveFilter } from '../system-calls/give-filter'

export interface SystemProbe {
  readonly findProgram: (name: string) => Promise<string | null>
  /** `filter`: the content of its descriptor 3. */
  readonly run: (
    file: string,
    args: readonly string[],
    filter?: Buffer | null
  ) => Promise<{ readonly isFine: boolean; readonly output: string; readonly isTimedOut?: boolean }>
  /** The text of /etc/os-release. */
  readonly readRelease: () => Promise<string>
}

const places = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']
const limitMs = 10_000
const outputLimit = 100_000

export const thisSystem: SystemProbe = {
  findProgram: async (name) => {
    for (const folder of places) {
      const file = path.join(folder, name)
      const isThere = await access(file, constants.X_OK).then(
        () => true,
        () => false
      )
      if (isThere) return file
    }
    return null
  },
  run: (file, args, filter = null) =>
    new Promise((resolve) => {
      const child = spawn(file, [...args], {
        timeout: limitMs,
        env: { LANG: 'C', ...scopeEnvironment(process.env) },
        cwd: '/',
        stdio: ['ignore', 'pipe', 'pipe', ...(filter === null ? [] : ['pipe' as const])]
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          if (output.length < outputLimit) output += chunk.toString('utf8')
        })
      child.on('error', (error) => resolve({ isFine: false, output: error.message }))
      child.on('close', (code) => resolve({ isFine: code === 0, output, isTimedOut: child.killed }))
      giveFilter(child, filter)
    }),
  readRelease: () => readFile('/etc/os-release', 'utf8').catch(() => '')
}
