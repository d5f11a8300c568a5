/** Python packages: downloaded by uv itself, only as wheels, so that nothing is built or run. */
import { createHash } from 'node:crypto'
import { readdir, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { isWithin } from '../../base/path-parts'
import { temporary } from './fetch-node'
import type { FetchPlan, Pin, Registries } from './fetch-plan'
import type { KeptPackage, KeptPackages } from './package-store'
import type { PackageCall, WantedPackage } from './read-runner'

export const pythonPlan: FetchPlan = {
  program: 'uv',
  settingFiles: (home, environment) => [
    path.join(environment['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'uv', 'uv.toml'),
    '/etc/uv/uv.toml'
  ],
  // uv prints them nowhere.
  askSettings: () => null,
  registriesIn: readRegistries,
  fetch: ({ packages: [first, ...more], registry, python, mayInstall = false }, folder, pins) => ({
    args: [
      ...['tool', 'install', ...(mayInstall ? [] : ['--no-build']), '--force'],
      ...(registry === null ? [] : ['--default-index', registry]),
      ...(python === null ? [] : ['--python', python]),
      ...more.flatMap((wanted) => ['--with', getSpec(wanted, pins)]),
      getSpec(first, pins)
    ],
    environment: {
      UV_TOOL_DIR: path.join(folder, 'tools'),
      UV_TOOL_BIN_DIR: path.join(folder, 'bin'),
      UV_CACHE_DIR: path.join(folder, temporary),
      // Packages, but not another Python.
      UV_PYTHON_DOWNLOADS: 'never',
      UV_LINK_MODE: 'copy',
      UV_NO_PROGRESS: '1',
      NO_COLOR: '1'
    }
  }),
  readFetched
}

function getSpec({ name, range }: WantedPackage, pins: readonly Pin[]): string {
  const version = pins.find((pin) => pin.name === name)?.version
  return version === undefined ? `${name}${range ?? ''}` : `${name}==${version}`
}

const usualRegistries = ['https://pypi.org/simple', 'https://files.pythonhosted.org/']

function readRegistries(
  text: string,
  { registry }: PackageCall,
  environment: Readonly<Record<string, string>>
): Registries {
  const ofFiles = [...text.matchAll(/^\s*(?:url|index-url|default-index)\s*=\s*["']([^"']{1,500})["']/gm)]
  const ofVariables = ['UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'UV_INDEX', 'UV_EXTRA_INDEX_URL'].flatMap((name) =>
    (environment[name] ?? '').split(/\s+/).map((word) => word.replace(/^[\w-]+=(?=https?:)/, ''))
  )
  const named = [registry ?? '', ...ofFiles.map(([, address = '']) => address), ...ofVariables]
  const addresses = named.filter((address) => address !== '')
  return { addresses: addresses.length > 0 ? addresses : usualRegistries, files: [] }
}

async function readFetched({ packages, program }: PackageCall, folder: string): Promise<KeptPackages> {
  const [first] = packages
  const name = bareName(first.name)
  const places = await sitePackages(path.join(folder, 'tools'))
  const came = await Promise.all(packages.map((wanted) => readDistribution(wanted, places)))
  const file = path.join(folder, 'bin', program ?? name)
  const real = await realpath(file).catch(() => null)
  if (real === null || !isWithin(real, folder)) {
    const said =
      program === null
        ? say('containment.packageWithoutProgram', { name })
        : say('containment.packageLacksProgram', { name, program })
    throw new HostError('SERVER_NOT_CONTAINED', said)
  }
  return { folder, program: file, packages: came }
}

/** `tools/<name>/lib/python3.12/site-packages` */
async function sitePackages(tools: string): Promise<readonly string[]> {
  const places: string[] = []
  for (const tool of await namesIn(tools))
    for (const version of await namesIn(path.join(tools, tool, 'lib')))
      places.push(path.join(tools, tool, 'lib', version, 'site-packages'))
  return places
}

/** Its RECORD contains the hash of each of its files. */
async function readDistribution({ name }: WantedPackage, places: readonly string[]): Promise<KeptPackage> {
  const wanted = normal(bareName(name))
  for (const place of places)
    for (const entry of await namesIn(place)) {
      const [, found = '', version] = /^(.+)-([^-]+)\.dist-info$/.exec(entry) ?? []
      if (version === undefined || normal(found) !== wanted) continue
      const record = await readFile(path.join(place, entry, 'RECORD')).catch(() => null)
      const integrity =
        record === null ? null : `sha256-${createHash('sha256').update(record).digest('base64')}`
      return { name, version, integrity }
    }
  throw new HostError('SERVER_NOT_CONTAINED', say('containment.packageWithoutProgram', { name }))
}

function bareName(name: string): string {
  return name.replace(/\[.*$/, '')
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => [])
}
