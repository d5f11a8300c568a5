/** The servers that are added with one press, and the entries that they get. Pure. */
export const readyMadeNames = ['everything', 'filesystem', 'memory', 'sequential-thinking'] as const
export type ReadyMadeName = (typeof readyMadeNames)[number]

/** One and the same for all of them, that of the shipped directory: nothing new runs by itself. */
export const readyMadeVersion = '2026.8.31'

interface ReadyMadeEntry {
  readonly command: 'npx'
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Of these the person chooses a folder first: to work on, or to keep their file in. */
export function needsFolder(name: ReadyMadeName): boolean {
  return name === 'filesystem' || name === 'memory'
}

/** What it names of this computer is proposed as open, and nothing else. `folder`: where one is needed. */
export function readyMadeEntry(name: ReadyMadeName, folder: string): ReadyMadeEntry {
  const start = ['-y', `@modelcontextprotocol/server-${name}@${readyMadeVersion}`]
  switch (name) {
    case 'everything':
    case 'sequential-thinking':
      return { command: 'npx', args: start }
    case 'filesystem':
      return { command: 'npx', args: [...start, folder] }
    case 'memory':
      // Left to itself it would write beside its own program, which is closed to it.
      return { command: 'npx', args: start, env: { MEMORY_FILE_PATH: `${withoutEnd(folder)}/memory.jsonl` } }
  }
}

function withoutEnd(folder: string): string {
  return folder.replace(/[\\/]+$/, '')
}
