/** The servers that are added with one click, and their entries. Pure. */
export const readyMadeNames = ['everything', 'filesystem', 'memory', 'sequential-thinking'] as const
export type ReadyMadeName = (typeof readyMadeNames)[number]

/** The same version for all of them, from the shipped directory: no newer version runs without a change of Parley. */
export const readyMadeVersion = '2026.8.31'

interface ReadyMadeEntry {
  readonly command: 'npx'
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Whether the user first chooses a folder: to work on, or to store the server's file in. */
export function needsFolder(name: ReadyMadeName): boolean {
  return name === 'filesystem' || name === 'memory'
}

/** Proposes exactly the paths that the entry names. `folder`: required when `needsFolder`. */
export function readyMadeEntry(name: ReadyMadeName, folder: string): ReadyMadeEntry {
  const start = ['-y', `@modelcontextprotocol/server-${name}@${readyMadeVersion}`]
  switch (name) {
    case 'everything':
    case 'sequential-thinking':
      return { command: 'npx', args: start }
    case 'filesystem':
      return { command: 'npx', args: [...start, folder] }
    case 'memory':
      // Its default file is next to its program, where the sandbox doesn't let it write.
      return { command: 'npx', args: start, env: { MEMORY_FILE_PATH: `${withoutEnd(folder)}/memory.jsonl` } }
  }
}

function withoutEnd(folder: string): string {
  return folder.replace(/[\\/]+$/, '')
}
