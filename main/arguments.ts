/** What the person may say on the command line: where Parley keeps its things. Other switches are Chromium's. */
import path from 'node:path'

export interface Arguments {
  /** Absolute. Everything that Parley keeps lies under it. */
  readonly dataFolder: string
  /** Absolute. */
  readonly settingsFile: string
}

interface Surroundings {
  /** What relative paths start from. */
  readonly workingFolder: string
  readonly defaultDataFolder: string
}

/** @throws Error with a sentence for the terminal when a switch lacks its value */
export function parseArguments(
  argv: readonly string[],
  { workingFolder, defaultDataFolder }: Surroundings
): Arguments {
  const dataDir = readSwitch(argv, 'data-dir', 'a folder')
  const settings = readSwitch(argv, 'settings', 'a file')
  const dataFolder = dataDir === null ? defaultDataFolder : path.resolve(workingFolder, dataDir)
  return {
    dataFolder,
    settingsFile:
      settings === null ? path.join(dataFolder, 'settings.json') : path.resolve(workingFolder, settings)
  }
}

/** The last one counts, as in most programs. */
function readSwitch(argv: readonly string[], name: string, what: string): string | null {
  const found = argv.findLast((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`))
  if (found === undefined) return null
  const value = found.slice(`--${name}=`.length)
  if (value === '')
    throw new Error(`--${name} needs ${what}: --${name}=${name === 'settings' ? 'FILE' : 'DIR'}`)
  return value
}
