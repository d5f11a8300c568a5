/**
 * The package of a sandboxed server, in two steps. First a program that can write nowhere else, and has no other
 * network access, fetches it from its registry into the server's own folder. Then it runs from there, with only the
 * network access of its entry. A fetched package is used until the user updates it.
 */
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { stat } from 'node:fs/promises'
import { canParseUrl } from '../../../base/can-parse-url'
import { HostError } from '../../../base/host-error'
import type { FetchPlan, FetchStep, Pin } from '../../../sandbox/packages/fetch-plan'
import { findInstalled, nodePlan, temporary } from '../../../sandbox/packages/fetch-node'
import { pythonPlan } from '../../../sandbox/packages/fetch-python'
import { createPackageStore } from '../../../sandbox/packages/package-store'
import type { KeptPackage, KeptPackages } from '../../../sandbox/packages/package-store'
import { lendAuthorities } from '../../../sandbox/packages/authorities'
import { readRunner } from '../../../sandbox/packages/read-runner'
import type { PackageCall } from '../../../sandbox/packages/read-runner'
import { say } from '../../../texts/render-localized'
import type { StdioLaunch } from '../../interface'
import { permissiveGuard } from './remote-path-guard'
import { readSettingFiles, runStep } from './run-fetch-step'
import type { FetchOptions } from './run-fetch-step'
import type { HostEnvironment } from './server-environment'
import { startProcess } from './server-process'
import type { ServerProcess, ProcessEnvironment } from './server-process'

type Commanded = Pick<StdioLaunch, 'command' | 'args' | 'cwd' | 'containment'>

export interface SandboxedPackages {
  /** Null if its command runs no package. @throws HostError SERVER_NOT_CONTAINED */
  find(serverName: string, launch: Commanded): Promise<FoundPackages | null>
  /**
   * As `find`, and fetches a missing package.
   * @throws HostError SERVER_NOT_CONTAINED, SERVER_PACKAGE_NOT_FETCHED, SERVER_COMMAND_NOT_FOUND
   */
  provide(launch: StdioLaunch, options: FetchOptions): Promise<ProvidedPackages | null>
  /** Fetches the package of the command again, and replaces the kept one. */
  update(launch: StdioLaunch, options: FetchOptions): Promise<KeptPackages>
}

export interface FoundPackages {
  readonly call: PackageCall
  readonly kept: KeptPackages | null
}

export interface ProvidedPackages {
  readonly call: PackageCall
  readonly kept: KeptPackages
  /** True if it was fetched just now. */
  readonly isNew: boolean
}

/** For one server, independent of its trust. */
export type ProvidePackages = (
  launch: StdioLaunch,
  options: Pick<FetchOptions, 'heard' | 'signal'>
) => Promise<ProvidedPackages | null>

/** For the log. */
export function fetchedLine({ name, version, integrity }: KeptPackage): string {
  return `Fetched ${name} ${version}${integrity === null ? '' : `, integrity ${integrity}`}`
}

/** For the log; null if nothing was left out. */
export function leftOutLine({ leftOut = [] }: KeptPackages): string | null {
  if (leftOut.length === 0) return null
  return `Fetched without the install scripts of ${leftOut.join(', ')}; "installScripts": true in the "sandbox" of its entry allows them`
}

/** The program of the package with its arguments. The first line of the program names its runtime. */
export async function startProvided(
  { call, kept }: ProvidedPackages,
  launch: StdioLaunch,
  surroundings: ProcessEnvironment
): Promise<ServerProcess> {
  const program = { file: kept.program, args: [] }
  const lent = { ...surroundings.lent, folders: [{ path: kept.folder, mayWrite: false }] }
  return await startProcess(
    program,
    { ...launch, command: kept.program, args: call.args },
    { ...surroundings, lent }
  )
}

const plans: Readonly<Record<PackageCall['kind'], FetchPlan>> = { node: nodePlan, python: pythonPlan }

/**
 * `folder`: where packages are kept. `hostEnvironment`: names the certificate authority of a company, only for
 * fetching.
 */
export function createSandboxedPackages(folder: string, hostEnvironment: HostEnvironment): SandboxedPackages {
  const store = createPackageStore(folder)
  const inTurn = createTurns()
  const find = async (serverName: string, { command, args, cwd, containment }: Commanded) => {
    const read = readRunner(command, args)
    if (read === null) return null
    const call = { ...read, mayInstall: containment?.installScripts === true }
    const installed = await findInstalled(call, cwd ?? process.cwd())
    const kept = installed ?? (await store.find(serverName, call))
    return { call, kept, isInstalled: installed !== null }
  }
  const fetch = async (wanted: Wanted, before: KeptPackages | null = null) => {
    const { call, options } = wanted
    const place = await store.begin(options.serverName)
    try {
      const fetched = await fetchInto(place, { ...wanted, hostEnvironment })
      checkPins(fetched, options.pins)
      if (before !== null && isSame(before, fetched)) {
        await store.drop(place)
        return before
      }
      await store.drop(path.join(place, temporary))
      await store.keep(options.serverName, call, fetched)
      return fetched
    } catch (error) {
      await store.drop(place).catch(() => {}) // the next fetch begins with an empty folder anyway
      throw error
    }
  }
  return {
    find,
    provide: (launch, options) =>
      inTurn(options.serverName, async () => {
        const found = await find(options.serverName, launch)
        if (found === null) return null
        if (found.kept !== null) return { call: found.call, kept: found.kept, isNew: false }
        return { call: found.call, kept: await fetch({ call: found.call, launch, options }), isNew: true }
      }),
    update: (launch, options) =>
      inTurn(options.serverName, async () => {
        const found = await find(options.serverName, launch)
        if (found === null) throw new Error('Only a runner has a package')
        // The user installed it there and updates it there.
        if (found.isInstalled && found.kept !== null) return found.kept
        return await fetch({ call: found.call, launch, options: { ...options, pins: [] } }, found.kept)
      })
  }
}

/** Runs one fetch at a time for each server. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(name) ?? Promise.resolve()
    const running = before.then(work, work)
    last.set(name, running)
    try {
      return await running
    } finally {
      if (last.get(name) === running) last.delete(name)
    }
  }
}

interface Wanted {
  readonly call: PackageCall
  readonly launch: StdioLaunch
  readonly options: FetchOptions
}

type Fetching = Wanted & { readonly hostEnvironment: HostEnvironment }

async function fetchInto(place: string, wanted: Fetching): Promise<KeptPackages> {
  const { call, launch, options, hostEnvironment } = wanted
  const { program } = plans[call.kind]
  const fetcher = await findFetcher(plans[call.kind], launch, options)
  const lent = await lendAuthorities({
    program,
    own: fetcher.environment,
    host: hostEnvironment,
    // Outside of the writable folder.
    file: path.join(path.dirname(place), 'authorities.pem')
  })
  try {
    const environment = { ...fetcher.environment, ...lent.environment }
    return await fetchBy({ ...fetcher, environment, authorities: lent.files }, place, wanted)
  } finally {
    await lent.remove()
  }
}

type Fetcher = Awaited<ReturnType<typeof findFetcher>> & { readonly authorities: readonly string[] }

async function fetchBy(fetcher: Fetcher, place: string, { call, options }: Wanted): Promise<KeptPackages> {
  const plan = plans[call.kind]
  const { environment, authorities } = fetcher
  const settingFiles = await existing(plan.settingFiles(environment['HOME'] ?? homedir(), environment))
  const files = [...settingFiles, ...authorities]
  const asked = plan.askSettings(place)
  const step = (of: FetchStep, read: readonly string[], hosts: readonly string[]) =>
    runStep({ ...fetcher, step: of, place, read, hosts }, options)
  const settings =
    asked === null ? await readSettingFiles(settingFiles) : (await step(asked, files, [])).output
  const { addresses, files: more } = plan.registriesIn(settings, call, environment)
  const hosts = addresses.map(hostOf)
  const read = [...files, ...(await existing(more))]
  const { exitCode, errors } = await step(plan.fetch(call, place, options.pins), read, hosts)
  if (options.signal.aborted) throw new HostError('SERVER_RESTARTED', say('mcp.closedBeforeStart'))
  if (exitCode !== 0) {
    const [{ name }] = call.packages
    const words = telling(errors)
    const isUnbuilt = call.mayInstall !== true && /--no-build|building is disabled|no-build/i.test(words)
    const said = isUnbuilt
      ? say('containment.needsBuild', { name, words })
      : say(
          isCheckedAsAnother(words, addresses) ? 'containment.registryInNumbers' : 'containment.notFetched',
          {
            name,
            hosts: hosts.join(', '),
            words
          }
        )
    throw new HostError('SERVER_PACKAGE_NOT_FETCHED', said, { data: { errorOutput: errors } })
  }
  return await plan.readFetched(call, place)
}

/** npm and uv, next to npx and uvx. They get only those variables of the entry that are for them. */
async function findFetcher({ program }: FetchPlan, launch: StdioLaunch, { search }: FetchOptions) {
  const command = launch.command.includes('/') ? path.join(path.dirname(launch.command), program) : program
  const own = Object.entries(launch.env).filter(([name]) =>
    /^(?:npm_|uv_|pip_|path$|home$|node_extra|ssl_)/i.test(name)
  )
  const asked = { ...launch, command, args: [], env: Object.fromEntries(own) }
  return await search.find(asked, permissiveGuard)
}

async function existing(files: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(files.map((file) => stat(file).then((of) => of.isFile(), () => false))) // prettier-ignore
  return files.filter((_file, index) => found[index])
}

/** Exactly its host and port, because it may be in the user's own network. */
function hostOf(address: string): string {
  if (!canParseUrl(address))
    throw new HostError('SERVER_PACKAGE_NOT_FETCHED', say('containment.registryUnread', { address }))
  const { hostname, port, protocol } = new URL(address)
  return `${hostname}:${port || (protocol === 'http:' ? '80' : '443')}`
}

/** With a proxy, npm gives the certificate check no name for an IP address, and the check then expects `localhost`. */
function isCheckedAsAnother(text: string, addresses: readonly string[]): boolean {
  return text.includes('ERR_TLS_CERT_ALTNAME_INVALID') && addresses.some(isNumber)
}

function isNumber(address: string): boolean {
  return isIP(new URL(address).hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** The error that it reported. */
function telling(errors: readonly string[]): string {
  const own = errors.filter((line) => /^(?:npm (?:error|ERR!)|error|\s*[×╰]|.*failed)/i.test(line))
  const lines = (own.length > 0 ? own : errors).filter(
    (line) => !/log of this run|A complete log/i.test(line)
  )
  return lines.slice(0, 4).join(' · ').slice(0, 600)
}

/** An unchanged package keeps its folder. */
function isSame(before: KeptPackages, { packages }: KeptPackages): boolean {
  return (
    packages.every(({ integrity }) => integrity !== null) &&
    JSON.stringify(before.packages) === JSON.stringify(packages)
  )
}

function checkPins({ packages }: KeptPackages, pins: readonly Pin[]): void {
  for (const { name, version, integrity } of pins) {
    const came = packages.find((each) => each.name === name)
    if (came === undefined) continue
    const isOther = integrity !== null && came.integrity !== null && integrity !== came.integrity
    if (came.version === version && !isOther) continue
    const text = say('containment.packageOther', { name, version, came: came.version })
    throw new HostError('SERVER_PACKAGE_NOT_FETCHED', text)
  }
}
