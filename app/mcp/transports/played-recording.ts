/** Which recording a server plays. Its trust and its player must agree on the file. */
import path from 'node:path'
import type { StdioLaunch } from '../interface'

export interface PlayedRecording {
  /** Absolute; null: none is named. */
  readonly file: string | null
  /** Absent: the first. */
  readonly serverName: string | undefined
  readonly isExact: boolean
}

/** The arguments: the file, the server if it isn't the first, and `--exact` anywhere. */
export function readPlayedRecording({ args, cwd }: Pick<StdioLaunch, 'args' | 'cwd'>): PlayedRecording {
  const [file, serverName] = args.filter((arg) => arg !== '--exact')
  return {
    file: file === undefined ? null : path.resolve(cwd ?? '', file),
    serverName,
    isExact: args.includes('--exact')
  }
}
