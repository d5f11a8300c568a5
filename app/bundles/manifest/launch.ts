/**
 * The command of a bundle on this system. Variables are filled in once, from left to right, so that no value is
 * expanded again. Secrets remain names.
 */
import path from 'node:path'
import { say } from '../../texts/render-localized'
import { problems, describeBundleProblem } from '../bundle-problem'
import type { Manifest } from './manifest'

/** Of the system where the bundle is installed. */
export interface BundlePlace {
  readonly platform: string
  /** The bundle's folder. */
  readonly folder: string
  readonly home: string
}

export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** A setting's value by key: nothing, one text, or several. */
export type SettingTexts = Readonly<Record<string, readonly string[]>>

const variable = /\$\{([^${}]*)\}/g
const wholeSetting = /^\$\{user_config\.([^${}]+)\}$/

/** The manifest's command for this system, variables not filled in. */
export function launchFor({ server }: Manifest, platform: string): Launch {
  const { mcp_config: config, entry_point: entry, type } = server
  if (config === undefined) {
    if (type !== 'uv') throw problems.manifest(say('bundles.noCommand'))
    return { command: 'uv', args: ['run', '--directory', '${__dirname}', entry], env: {} }
  }
  const { platform_overrides: overrides, command, args, env } = config
  const own = Object.hasOwn(overrides, platform) ? overrides[platform] : undefined
  return { command: own?.command ?? command, args: own?.args ?? args, env: { ...env, ...own?.env } }
}

/** @throws HostError BUNDLE_REFUSED if it leaves its folder or names a forbidden variable */
export function fillInVariables(launch: Launch, place: BundlePlace, settings: SettingTexts): Launch {
  for (const text of [launch.command, ...launch.args, ...Object.values(launch.env)]) checkText(text, settings)
  const fill = (text: string) => substitute(text, place, settings)
  const args = launch.args.flatMap((arg) => {
    const key = wholeSetting.exec(arg)?.[1]
    return key === undefined ? fill(arg) : (settings[key] ?? [])
  })
  const env = Object.entries(launch.env).flatMap(([name, text]) => {
    const key = wholeSetting.exec(text)?.[1]
    const isUnset = key !== undefined && (settings[key] ?? []).length === 0
    return isUnset ? [] : [[name, fill(text)] as const]
  })
  return { command: getCommand(launch.command, fill, place), args, env: Object.fromEntries(env) }
}

export function settingsNamed({ command, args, env }: Launch): ReadonlySet<string> {
  const texts = [command, ...args, ...Object.values(env)]
  const names = texts.flatMap((text) => [...text.matchAll(variable)].map(([, name = '']) => name))
  return new Set(
    names.filter((name) => name.startsWith('user_config.')).map((name) => name.slice('user_config.'.length))
  )
}

/** The texts of a default. Folders of the system are filled in. */
export function fillInPlace(text: string, place: BundlePlace): string {
  return substitute(text, place, {})
}

function substitute(text: string, place: BundlePlace, settings: SettingTexts): string {
  return text.replace(variable, (whole, name: string) => {
    if (name.startsWith('user_config.')) return (settings[name.slice('user_config.'.length)] ?? []).join(',')
    return placeValue(name, place) ?? whole
  })
}

function getPaths(platform: string): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix
}

function placeValue(name: string, { folder, home, platform }: BundlePlace): string | null {
  const system = getPaths(platform)
  switch (name) {
    case '__dirname':
      return folder
    case 'HOME':
      return home
    // Their names on disk, which the system may display in another language.
    case 'DESKTOP':
    case 'DOCUMENTS':
    case 'DOWNLOADS':
      return system.join(home, name.slice(0, 1) + name.slice(1).toLowerCase())
    case '/':
    case 'pathSeparator':
      return system.sep
    default:
      return null
  }
}

function checkText(text: string, settings: SettingTexts): void {
  for (const [whole, name = ''] of text.matchAll(variable)) {
    // Variables and secrets of the user, which a bundle must not name.
    if (/^(?:env|secret|input):/.test(name))
      throw problems.manifest(say('bundles.foreignVariable', { name: whole }))
    const key = name.startsWith('user_config.') ? name.slice('user_config.'.length) : null
    if (key !== null && !Object.hasOwn(settings, key))
      throw problems.manifest(say('bundles.undeclaredSetting', { name: describeBundleProblem(key) }))
  }
  const after = text.split('${__dirname}').slice(1)
  if (after.some(leaves))
    throw problems.manifest(say('bundles.leavesFolder', { text: describeBundleProblem(text) }))
}

/** Whether a path leaves the bundle's folder. */
function leaves(rest: string): boolean {
  const plain = rest.replaceAll('${/}', '/').replaceAll('${pathSeparator}', '/').replaceAll('\\', '/')
  let depth = 0
  for (const part of plain.split('/').slice(plain.startsWith('/') ? 1 : 0)) {
    if (part === '..') depth -= 1
    else if (part !== '.' && part !== '') depth += 1
    if (depth < 0) return true
  }
  // `${__dirname}..` is a sibling folder.
  return plain !== '' && !/^[/:;,"'\s]/.test(plain)
}

/** A relative path is in the bundle. A bare name is looked up on the computer. */
function getCommand(command: string, fill: (text: string) => string, place: BundlePlace): string {
  const filled = fill(command)
  const system = getPaths(place.platform)
  if (!/[\\/]/.test(filled) || system.isAbsolute(filled)) return filled
  const whole = system.join(place.folder, filled)
  if (!whole.startsWith(place.folder + system.sep))
    throw problems.manifest(say('bundles.leavesFolder', { text: describeBundleProblem(command) }))
  return whole
}
