/** Command-line arguments: the data folder, and an address of Parley's own scheme. Other switches are Chromium's. */
import path from 'node:path'
import { bundleExtensions } from '../app/contract/servers/bundle-files'
import { say, toText } from '../app/texts/render-localized'
import { commandLineNames } from './command-line/request/command-names'

export interface Arguments {
  /** Absolute. Contains everything that Parley stores. */
  readonly dataFolder: string
  /** Absolute. */
  readonly settingsFile: string
}

interface Surroundings {
  /** Base of relative paths. */
  readonly workingFolder: string
  readonly defaultDataFolder: string
}

/** @throws Error with a sentence for the terminal when a switch lacks its value */
export function parseArguments(
  argv: readonly string[],
  { workingFolder, defaultDataFolder }: Surroundings
): Arguments {
  const dataDir = readSwitch(argv, 'data-dir')
  const settings = readSwitch(argv, 'settings')
  const dataFolder = dataDir === null ? defaultDataFolder : path.resolve(workingFolder, dataDir)
  return {
    dataFolder,
    settingsFile:
      settings === null ? path.join(dataFolder, 'settings.json') : path.resolve(workingFolder, settings)
  }
}

/** The last one counts, as in most programs. */
function readSwitch(argv: readonly string[], name: 'data-dir' | 'settings'): string | null {
  const found = argv.findLast((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`))
  if (found === undefined) return null
  const value = found.slice(`--${name}=`.length)
  if (value === '')
    throw new Error(toText(say(name === 'settings' ? 'host.fileMissing' : 'host.folderMissing')))
  return value
}

/** Parley's own scheme. */
export const appLinkScheme = 'parley'

/** Characters. An answer to a sign-in is far shorter. */
const longestAppLink = 8_192

/**
 * An address of Parley's scheme. Only the last argument counts: the system puts it there, and the arguments before it
 * can't be trusted.
 */
export function findAppLink(args: readonly string[]): string | null {
  const last = args.at(-1) ?? ''
  return last.startsWith(`${appLinkScheme}://`) && last.length <= longestAppLink ? last : null
}

/**
 * An address of Parley's scheme that isn't an answer to a sign-in, also at the end: a link that adds a server, or a
 * broken one. A link that is too long is cut, but stays recognizable as too long.
 */
export function findServerLink(args: readonly string[]): string | null {
  const last = args.at(-1) ?? ''
  if (!last.startsWith(`${appLinkScheme}:`) || /^parley:\/\/[^/?#]*callback(?:[/?#]|$)/.test(last))
    return null
  return last.slice(0, longestAppLink + 1)
}

const longestPath = 4_096

/** Absolute path of a bundle: the last argument, where a file manager puts it. Null: the argument is something else. */
export function findBundle(args: readonly string[], workingFolder: string): string | null {
  const last = args.at(-1) ?? ''
  const isBundle = bundleExtensions.some((extension) => last.toLowerCase().endsWith(`.${extension}`))
  const isPlain = !last.startsWith('-') && !/^[a-z][a-z0-9+.-]+:/i.test(last) && last.length <= longestPath
  return isBundle && isPlain ? path.resolve(workingFolder, last) : null
}

const leading: readonly string[] = [...commandLineNames, 'help', '--help', '--self-test']

/**
 * The arguments of a command that runs instead of a window; null: there is none. Chromium's switches come before them,
 * and from a checkout the folder of the app.
 */
export function findCommandLine(argv: readonly string[], isPackaged: boolean): readonly string[] | null {
  const isSwitch = (word: string) => /^--(?:no-sandbox|log-level=\d|ozone-platform=\w+)$/.test(word)
  const start = argv.findIndex((word, index) => index > 0 && !isSwitch(word))
  if (start === -1) return null
  const words = argv.slice(isPackaged ? start : start + 1)
  const first = words.find((word) => leading.includes(word) || !word.startsWith('--'))
  if (first === undefined || !leading.includes(first)) return null
  return words.map((word) => (word === '--self-test' && word === first ? 'self-test' : word))
}
