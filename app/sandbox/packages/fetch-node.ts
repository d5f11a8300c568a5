/** npm packages: downloaded by npm itself, without their install scripts. */
import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { isWithin } from '../../base/path-parts'
import type { FetchPlan, Pin, Registries } from './fetch-plan'
import type { KeptPackages } from './package-store'
import type { PackageCall, WantedPackage } from './read-runner'

export const nodePlan: FetchPlan = {
  program: 'npm',
  settingFiles: (home, environment) => [
    environment['npm_config_userconfig'] ?? environment['NPM_CONFIG_USERCONFIG'] ?? path.join(home, '.npmrc'),
    '/etc/npmrc'
  ],
  askSettings: (folder) => ({ args: ['config', 'ls', '--json'], environment: quiet(folder) }),
  registriesIn: readRegistries,
  fetch: ({ packages, registry, mayInstall = false }, folder, pins) => ({
    args: [
      'install',
      '--prefix',
      folder,
      // What a package would have run during its installation.
      ...(mayInstall ? ['--ignore-scripts=false', '--foreground-scripts'] : ['--ignore-scripts']),
      ...['--no-audit', '--no-fund', '--no-save', '--omit=dev', '--loglevel=http', '--package-lock=true'],
      ...(registry === null ? [] : ['--registry', registry]),
      '--',
      ...packages.map((wanted) => getSpec(wanted, pins))
    ],
    environment: quiet(folder)
  }),
  readFetched
}

/** Its own cache, which is removed after the download. */
function quiet(folder: string): Record<string, string> {
  return {
    npm_config_cache: path.join(folder, temporary),
    npm_config_update_notifier: 'false',
    // The user is waiting.
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '5000',
    // Nothing from the parent folders.
    npm_config_workspaces: 'false',
    NO_COLOR: '1'
  }
}

/** In the folder of a download; not kept. */
export const temporary = '.fetching'

function getSpec({ name, range }: WantedPackage, pins: readonly Pin[]): string {
  const version = pins.find((pin) => pin.name === name)?.version ?? range
  return version === null ? name : `${name}@${version}`
}

const usualRegistry = 'https://registry.npmjs.org/'

function readRegistries(text: string, { registry }: PackageCall): Registries {
  const found = z.record(z.string(), z.unknown()).safeParse(parsed(text))
  const settings = found.success ? found.data : {}
  const scoped = Object.entries(settings).filter(([key]) => /^@[^:]*:registry$/.test(key))
  const named = [registry ?? settings['registry'] ?? usualRegistry, ...scoped.map(([, value]) => value)]
  const { cafile } = settings
  return {
    addresses: named.filter((value) => typeof value === 'string'),
    files: typeof cafile === 'string' && path.isAbsolute(cafile) ? [cafile] : []
  }
}

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().optional()
    })
  )
})
const manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]).optional() })

async function readFetched(
  { packages, program, mayInstall }: PackageCall,
  folder: string
): Promise<KeptPackages> {
  const locked = lock.parse(await readJson(path.join(folder, 'node_modules', '.package-lock.json')))
  const came = packages.map(({ name }) => {
    const { version, integrity = null } = locked.packages[`node_modules/${name}`] ?? {}
    if (version === undefined) throw missing(name, program)
    return { name, version, integrity }
  })
  const [first] = packages
  const bin = program ?? (await ownProgram(first.name, folder))
  const file = path.join(folder, 'node_modules', '.bin', bin ?? '')
  const real = bin === null ? null : await realpath(file).catch(() => null)
  if (real === null || !isWithin(real, folder)) throw missing(first.name, program)
  return { folder, program: file, packages: came, leftOut: mayInstall === true ? [] : withScripts(locked) }
}

const mostNamed = 10

function withScripts({ packages }: z.infer<typeof lock>): string[] {
  const names = Object.entries(packages).flatMap(([place, { hasInstallScript }]) =>
    hasInstallScript === true ? [place.replace(/^.*node_modules\//, '')] : []
  )
  return names.slice(0, mostNamed)
}

/** As npx chooses it: the only one, or the one with the package's own name. */
async function ownProgram(name: string, folder: string): Promise<string | null> {
  const found = manifest.safeParse(await readJson(path.join(folder, 'node_modules', name, 'package.json')))
  const bin = found.success ? found.data.bin : undefined
  const short = name.split('/').at(-1) ?? name
  if (bin === undefined) return null
  if (typeof bin === 'string') return short
  const names = Object.keys(bin)
  return names.length === 1 || new Set(Object.values(bin)).size === 1
    ? (names[0] ?? null)
    : (names.find((each) => each === short) ?? null)
}

function missing(name: string, program: string | null): HostError {
  const said =
    program === null
      ? say('containment.packageWithoutProgram', { name })
      : say('containment.packageLacksProgram', { name, program })
  return new HostError('SERVER_NOT_CONTAINED', said)
}

async function readJson(file: string): Promise<unknown> {
  return parsed(await readFile(file, 'utf8').catch(() => 'null'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What npx would use before it requests a registry: installed in the folder that it runs in, or in a parent. */
export async function findInstalled(call: PackageCall, from: string): Promise<KeptPackages | null> {
  const [{ name, range }, ...others] = call.packages
  if (call.kind !== 'node' || others.length > 0) return null
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const found = await readFetched(call, folder).catch(() => null)
    const version = found?.packages.find((each) => each.name === name)?.version
    if (found !== null && (range === null || range === version))
      return { ...found, folder: path.join(folder, 'node_modules'), leftOut: [] }
    if (folder === path.dirname(folder)) return null
  }
}
