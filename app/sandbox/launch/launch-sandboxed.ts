/**
 * Starts servers in the sandbox of this system. On Linux, it is arguments of bubblewrap. All namespaces are new, so that there are no other processes, no network, no
 * shared memory, no sockets of this computer, and no files of the user; no capability and no way to a new namespace;
 * and everything ends with its parent process.
 */
import { realpath, stat } from 'node:fs/promises'
import { release } from 'node:os'
import path from 'node:path'
import type { Bubblewrap, FindSandbox } from '../available/find-sandbox'
import { sandboxFinder } from '../available/find-sandbox'
import type { StartSandboxed, SandboxOptions, PlainStart, ServerNetwork } from '../interface'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { countsByNamespace, limitArguments, resolveResourceLimits } from '../limits/resource-limits'
import { scopeArguments, scopeEnvironment, leavesOwnSession } from '../limits/limits-scope'
import { isWithin } from '../../base/path-parts'
import { checkedPlaces, mountArguments, type Mount } from './mounts'
import { createAllowedMounts } from './allowed-mounts'
import { identifyPath } from './identify-path'
import { checkedInside } from './check-inside'
import { listenAt } from './callbacks'
import {
  canShowHome,
  homeEnvironment,
  homeLinks,
  homeMount,
  settleInHome,
  type ShownHome
} from './home-mounts'
import { setEnglishMessages } from './messages-language'
import { startInSeatbelt } from './start-in-seatbelt'
import { createSandboxArguments } from '../system-calls/sandbox-arguments'
import { findOwnProgram } from './own-program'
import { relayArguments, relaySocket } from './relay'
import { systemMounts } from './system-places'

export type SandboxLauncher = (serverName: string) => StartSandboxed

/** One for all servers: the system's abilities are found out once. */
export function createSandboxLauncher(
  options: SandboxOptions & { readonly findSandbox?: FindSandbox }
): SandboxLauncher {
  const { platform = process.platform, openNetwork } = options
  const { findSandbox = sandboxFinder(platform) } = options
  return (serverName) => async (start, rules) => {
    const sandbox = await findSandbox()
    const isFixed = start.fetchesFrom !== undefined
    const opened = { ...rules, hosts: [...(start.fetchesFrom ?? rules.hosts)] }
    const { environment } = start
    const network = (await openNetwork?.(serverName, opened, { environment, isFixed })) ?? null
    if (network === null && Object.keys(rules.masked ?? {}).length > 0)
      throw new Error('Secrets can be masked only with network access')
    const parts = { start, rules, network, serverName }
    try {
      return sandbox.type === 'seatbelt'
        ? await startInSeatbelt({ ...parts, ...sandbox }, options)
        : await wrap({ ...parts, sandbox }, options)
    } catch (error) {
      network?.close()
      throw error
    }
  }
}

interface Parts {
  readonly start: PlainStart
  readonly rules: SandboxChoices
  readonly sandbox: Bubblewrap
  readonly network: ServerNetwork | null
  readonly serverName: string
}

async function wrap(
  { start, rules, sandbox, network, serverName }: Parts,
  options: SandboxOptions
): ReturnType<StartSandboxed> {
  const home = await realOr(options.home)
  const shown = { home, privateFolder: await getPrivateFolder({ start, serverName, home }, options) }
  const closed = await Promise.all(options.closed.map(realOr))
  const program = await findOwnProgram(start, { home, closed })
  const opened = await createAllowedMounts(rules, { home, closed })
  const mask = (text: string) => network?.mask(text) ?? text
  const own = { ...start.environment, ...homeEnvironment(shown, start.ownNames) }
  const masked = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, mask(value)]))
  const folder = start.cwd === null ? '/tmp' : await realOr(start.cwd)
  const places = await withIds(
    withoutCoveredLinks([...program.folders, ...opened, ...program.files, ...ownMounts(start, network)])
  )
  const mounts = await allMounts({ folder, shown, named: options.home, closed, places, network })
  const limits = resolveResourceLimits(rules)
  const listens = start.fetchesFrom === undefined ? (rules.listens ?? []) : []
  const environment = setEnglishMessages(
    { ...masked, TMPDIR: '/tmp', ...network?.environment(masked) },
    start.ownNames
  )
  const behind = [
    ...limitArguments(sandbox.prlimit, countsByNamespace(release()), limits),
    ...relayArguments(sandbox, { network, listens }),
    program.file,
    ...start.args.map(mask)
  ]
  const sandboxing = [
    ...createSandboxArguments(sandbox),
    ...mountArguments(mounts),
    ...(sandbox.scope === null ? [] : leavesOwnSession(environment)),
    ...['--remount-ro', '/', '--chdir', folder, '--'],
    ...checkedInside(sandbox.stat, checkedPlaces(mounts), behind)
  ]
  const scoped = sandbox.scope === null ? [] : [...scopeArguments(limits), sandbox.bubblewrap]
  const ofScope = sandbox.scope === null ? {} : scopeEnvironment(options.hostEnvironment ?? {})
  const note = (text: string) => options.note?.(serverName, text)
  return {
    file: sandbox.scope ?? sandbox.bubblewrap,
    args: [...scoped, ...sandboxing],
    cwd: '/',
    environment: { ...environment, ...ofScope },
    privateFolder: shown.privateFolder,
    filter: sandbox.filter,
    hasNamespace: true,
    ...whileItRuns(listens, { network, note })
  }
}

interface Places {
  readonly folder: string
  readonly shown: ShownHome
  /** The named home, which may be a link to the real one. */
  readonly named: string
  readonly closed: readonly string[]
  /** What is open, including its program. */
  readonly places: readonly Mount[]
  readonly network: ServerNetwork | null
}

async function allMounts({ folder, shown, ...of }: Places): Promise<readonly Mount[]> {
  const { named, closed, places, network } = of
  const { home, privateFolder } = shown
  const isInHome = (place: string) => privateFolder !== null && isWithin(place, home)
  // Packages are in it, and their folders need a mount point outside of the private folder.
  const covered = closed.filter(
    (place) =>
      isOpen(place, places) || (isInHome(place) && places.some(({ path: at }) => isWithin(at, place)))
  )
  const mounts = [
    ...(isOpen(folder, places) || folder === home ? [] : [emptyFolder(folder)]),
    await homeMount(shown),
    ...(await systemMounts()),
    ...(await Promise.all(covered.map(closedPlace))).flat(),
    ...places
  ]
  const linked = [...mounts, ...homeLinks(shown, named, mounts)]
  if (network === null) return await settleInHome(linked, shown)
  const watched = network.watched.filter((socket) => isFree(socket.path, linked))
  const sockets = watched.map((socket): Mount => ({ kind: 'socket', ...socket }))
  return await settleInHome([...linked, socketOf(network), ...sockets], shown)
}

/** Null: its home is empty and closed. */
async function getPrivateFolder(
  { start, serverName, home }: Pick<Parts, 'start' | 'serverName'> & { readonly home: string },
  { homes }: SandboxOptions
): Promise<string | null> {
  if (homes === undefined || start.homeOf === undefined || !canShowHome(home)) return null
  return await homes.open({ serverName, program: start.homeOf })
}

/** Everything that begins and ends with the program. */
function whileItRuns(
  listens: readonly number[],
  { network, note }: { readonly network: ServerNetwork | null; readonly note: (text: string) => void }
): Pick<Awaited<ReturnType<StartSandboxed>>, 'started' | 'close'> {
  let listening: { close(): void } | null = null
  return {
    started: (processId) => {
      network?.started(processId)
      listening = listens.length === 0 ? null : listenAt({ ports: listens, processId, note })
    },
    close: () => {
      listening?.close()
      network?.close()
    }
  }
}

/** Folders that Parley created for this start, and files of its network. */
function ownMounts(start: PlainStart, network: ServerNetwork | null): Mount[] {
  const made = (start.folders ?? []).map(({ path: place, mayWrite }): Mount => ({
    kind: mayWrite ? 'write' : 'read',
    path: place
  }))
  return [...made, ...(network?.files ?? []).map((file): Mount => ({ kind: 'read', path: file }))]
}

/** With the identity of each, so that it can be checked again inside. */
async function withIds(mounts: readonly Mount[]): Promise<Mount[]> {
  return await Promise.all(
    mounts.map(async (mount) => {
      if ((mount.kind !== 'read' && mount.kind !== 'write') || mount.id !== undefined) return mount
      const seen = await identifyPath(mount.path)
      return seen === null ? mount : { ...mount, id: seen.id }
    })
  )
}

function realOr(place: string): Promise<string> {
  return realpath(place).catch(() => path.resolve(place))
}

function isOpen(place: string, mounts: readonly Mount[]): boolean {
  return (
    place === '/tmp' ||
    mounts.some(({ kind, path: at }) => (kind === 'read' || kind === 'write') && isWithin(place, at))
  )
}

/** Nothing is created in a folder of the user's, and nothing that is open is covered. */
function isFree(place: string, mounts: readonly Mount[]): boolean {
  return mounts.every(({ kind, path: at }) => !isWithin(at, place) && (!isWithin(place, at) || isOwn(kind)))
}

/** It has no user data. */
function isOwn(kind: Mount['kind']): boolean {
  return kind === 'closed' || kind === 'empty-folder' || kind === 'link' || kind === 'home'
}

/** A link inside a mounted folder exists already. */
function withoutCoveredLinks(mounts: readonly Mount[]): Mount[] {
  const others = mounts.filter(({ kind }) => kind !== 'link')
  return mounts.filter(({ kind, path: at }) => kind !== 'link' || !isOpen(at, others))
}

const emptyFolder = (place: string): Mount => ({ kind: 'empty-folder', path: place })

async function closedPlace(place: string): Promise<Mount[]> {
  const found = await stat(place).catch(() => null)
  return found === null ? [] : [{ kind: found.isDirectory() ? 'closed' : 'closed-file', path: place }]
}

const socketOf = ({ relay }: ServerNetwork): Mount => ({
  kind: 'socket',
  path: relaySocket,
  source: relay.socketPath
})
