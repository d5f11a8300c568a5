/**
 * The walls, in bubblewrap's words. All namespaces are new, so that there are no other processes, no network, no shared
 * memory, no sockets of this computer, and none of the person's files; no capability and no way to a new namespace; and
 * all of it ends with the process that is its parent.
 */
import { realpath, stat } from 'node:fs/promises'
import { release } from 'node:os'
import path from 'node:path'
import type { FindSandbox, Sandbox } from '../available/find-sandbox'
import { createSandboxFinder } from '../available/find-sandbox'
import type { Contain, ContainerOptions, PlainStart, ServerNetwork } from '../interface'
import type { Containment } from '../../contract/choices/containment'
import { countsByNamespace, limitArguments, limitsOf } from '../limits/resource-limits'
import { mountArguments, isWithin, type Mount } from './mounts'
import { openedMounts } from './opened-places'
import { findOwnProgram } from './own-program'
import { relayArguments, relaySocket } from './relay'
import { systemMounts } from './system-places'

/** For what the server writes into its own folder for temporary files, which is memory. */
const temporaryBytes = 268_435_456

export type Container = (serverName: string) => Contain

/** One for all servers: what the system can do is found out once. */
export function createContainer(
  options: ContainerOptions & { readonly findSandbox?: FindSandbox }
): Container {
  const { platform = process.platform, openNetwork } = options
  const { findSandbox = createSandboxFinder(platform) } = options
  return (serverName) => async (start, rules) => {
    const sandbox = await findSandbox()
    const isFixed = start.fetchesFrom !== undefined
    const opened = { ...rules, hosts: [...(start.fetchesFrom ?? rules.hosts)] }
    const { environment } = start
    const network = (await openNetwork?.(serverName, opened, { environment, isFixed })) ?? null
    try {
      return await wrap({ start, rules, sandbox, network }, options)
    } catch (error) {
      network?.close()
      throw error
    }
  }
}

interface Parts {
  readonly start: PlainStart
  readonly rules: Containment
  readonly sandbox: Sandbox
  readonly network: ServerNetwork | null
}

async function wrap(
  { start, rules, sandbox, network }: Parts,
  options: ContainerOptions
): ReturnType<Contain> {
  if (network === null && Object.keys(rules.masked ?? {}).length > 0)
    throw new Error('Nothing can be masked without a network')
  const home = await realOr(options.home)
  const closed = await Promise.all(options.closed.map(realOr))
  const program = await findOwnProgram(start, { home, closed })
  const opened = await openedMounts(rules, { home, closed })
  const mask = (text: string) => network?.mask(text) ?? text
  const masked = Object.fromEntries(
    Object.entries(start.environment).map(([name, value]) => [name, mask(value)])
  )
  const folder = start.cwd === null ? '/tmp' : await realOr(start.cwd)
  const lent = (network?.files ?? []).map((file) => ({ kind: 'read' as const, path: file }))
  const made = (start.folders ?? []).map(({ path: at, mayWrite }) => ({
    kind: mayWrite ? ('write' as const) : ('read' as const),
    path: at
  }))
  const places = withoutCoveredLinks([...program.folders, ...opened, ...program.files, ...made, ...lent])
  const mounts: Mount[] = [
    ...(isOpen(folder, places) ? [] : [emptyFolder(folder)]),
    closedFolder(home),
    ...(await systemMounts()),
    ...(await Promise.all(closed.filter((place) => isOpen(place, places)).map(closedPlace))).flat(),
    ...places,
    ...(network === null ? [] : [socketOf(network)])
  ]
  return {
    file: sandbox.bubblewrap,
    args: [
      ...wallArguments(sandbox),
      ...mountArguments(mounts),
      ...['--remount-ro', '/', '--chdir', folder, '--'],
      ...limitArguments(sandbox.prlimit, countsByNamespace(release()), limitsOf(rules)),
      ...relayArguments(sandbox, network),
      program.file,
      ...start.args.map(mask)
    ],
    cwd: '/',
    environment: { ...masked, TMPDIR: '/tmp', ...network?.environment(masked) },
    close: () => network?.close()
  }
}

/** What is the same for every server. Its folder for temporary files lives as long as it does, whoever ends it how. */
export function wallArguments({ canLimitMemory, canForbidNamespaces }: Sandbox): string[] {
  const limit = canLimitMemory ? ['--size', String(temporaryBytes)] : []
  return [
    ...['--unshare-all', '--unshare-user', ...(canForbidNamespaces ? ['--disable-userns'] : [])],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'contained'],
    ...['--proc', '/proc', '--ro-bind-try', '/proc/sys', '/proc/sys'],
    ...['--dev', '/dev', ...limit, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...[...limit, '--tmpfs', '/tmp']
  ]
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

/** A link that comes with its folder is there already. */
function withoutCoveredLinks(mounts: readonly Mount[]): Mount[] {
  const others = mounts.filter(({ kind }) => kind !== 'link')
  return mounts.filter(({ kind, path: at }) => kind !== 'link' || !isOpen(at, others))
}

const emptyFolder = (place: string): Mount => ({ kind: 'empty-folder', path: place })

const closedFolder = (place: string): Mount => ({ kind: 'closed', path: place })

async function closedPlace(place: string): Promise<Mount[]> {
  const found = await stat(place).catch(() => null)
  return found === null ? [] : [{ kind: found.isDirectory() ? 'closed' : 'closed-file', path: place }]
}

const socketOf = ({ relay }: ServerNetwork): Mount => ({
  kind: 'socket',
  path: relaySocket,
  source: relay.socketPath
})
