/**
 * The start of a server in the sandbox of macOS. Nothing can be mounted there, so the server sees the real paths, its
 * home is named by variables, and its network is this computer's, of which only the port of Parley's proxy is open.
 */
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import { limitKeys } from '../../contract/consent/sandbox-limits'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { say } from '../../texts/render-localized'
import { removeFolder } from '../homes/remove-folder'
import type { PlainStart, SandboxedStart, SandboxOptions, ServerNetwork } from '../interface'
import { createAllowedMounts } from './allowed-mounts'
import { homeEnvironment } from './home-mounts'
import { setEnglishMessages } from './messages-language'
import type { Mount } from './mounts'
import { findOwnProgram } from './own-program'
import { orderPlaces, placeOf, writeProfile } from '../seatbelt/profile'
import { macSystemPlaces, resolveSystemLink, type SeatbeltPlace } from '../seatbelt/system-rules'

export interface SeatbeltStart {
  readonly sandboxExec: string
  readonly serverName: string
  readonly start: PlainStart
  readonly rules: SandboxChoices
  readonly network: ServerNetwork | null
}

/** @throws HostError SERVER_NOT_CONTAINED */
export async function startInSeatbelt(
  { sandboxExec, serverName, start, rules, network }: SeatbeltStart,
  options: SandboxOptions
): Promise<SandboxedStart> {
  checkLimits(rules)
  const real = (place: string) => resolveSystemLink(place, options.platform ?? process.platform)
  const home = await realOr(options.home)
  const closed = await Promise.all(options.closed.map(realOr))
  const program = await findOwnProgram(start, { home, closed })
  const [read, write] = [rules.read.map(real), rules.write.map(real)]
  const opened = await createAllowedMounts({ ...rules, read, write }, { home, closed })
  const privateFolder =
    start.homeOf === undefined ? null : await options.homes?.open({ serverName, program: start.homeOf })
  const temporary = await mkdtemp(path.join(await realpath(tmpdir()), 'parley-server-'))
  const clear = () => removeFolder(temporary).catch(() => {}) // the system removes old temporary files
  try {
    const own = [temporary, ...(privateFolder == null ? [] : [privateFolder])]
    const places = [
      // The keys of the user's other programs, even in an allowed folder.
      ...[...closed, path.join(home, 'Library', 'Keychains')].map(placeWith('closed')),
      ...[...program.folders, ...opened, ...program.files].flatMap(toPlace),
      ...(start.folders ?? []).map(({ path: at, mayWrite }) => placeWith(mayWrite ? 'write' : 'read')(at)),
      ...(await Promise.all((network?.files ?? []).map(realOr))).map(placeWith('read')),
      ...own.map(placeWith('write'))
    ]
    const profile = writeProfile({
      places,
      links: [...program.folders, ...program.files].flatMap((mount) =>
        mount.kind === 'link' ? [mount.path] : []
      ),
      socketFolders: own,
      proxyPort: network?.relay.port ?? null,
      listens: start.fetchesFrom === undefined ? (rules.listens ?? []) : []
    })
    const isOpen = createIsOpen(places)
    const search = (start.environment['PATH'] ?? '').split(':').filter((each) => isOpen(real(each)))
    const cwd = start.cwd === null ? temporary : await realOr(start.cwd)
    return {
      file: sandboxExec,
      args: ['-p', profile, program.file, ...start.args.map((each) => network?.mask(each) ?? each)],
      cwd: isOpen(cwd) ? cwd : temporary,
      environment: environmentOf({ start, network, search, temporary, home: privateFolder ?? temporary }),
      privateFolder: privateFolder ?? null,
      filter: null,
      hasNamespace: false,
      started: () => {},
      close: () => {
        network?.close()
        void clear()
      }
    }
  } catch (error) {
    await clear()
    throw error
  }
}

/** macOS has no limits for a group of processes, so an entry that sets some can't be kept. */
function checkLimits(rules: SandboxChoices): void {
  const names = limitKeys.filter((key) => key !== 'homeMb' && rules[key] !== undefined)
  if (names.length > 0)
    throw new HostError('SERVER_NOT_CONTAINED', say('containment.limitsNotOnMac', { names: [...names] }))
}

const placeWith =
  (access: SeatbeltPlace['access']) =>
  (at: string): SeatbeltPlace => ({ path: at, access })

/** Links need no place, and nothing else is made for a program. */
function toPlace({ kind, path: at }: Mount): SeatbeltPlace[] {
  return kind === 'read' || kind === 'write' ? [{ path: at, access: kind }] : []
}

function createIsOpen(places: readonly SeatbeltPlace[]): (at: string) => boolean {
  const ordered = orderPlaces([...macSystemPlaces, ...places])
  return (at) => {
    const access = placeOf(at, ordered)?.access
    return access === 'read' || access === 'write'
  }
}

interface EnvironmentParts {
  readonly start: PlainStart
  readonly network: ServerNetwork | null
  /** A search ends at the first folder that is refused, where on Linux it doesn't exist: without these. */
  readonly search: readonly string[]
  readonly temporary: string
  readonly home: string
}

function environmentOf({ start, network, search, temporary, home }: EnvironmentParts) {
  const own = { ...start.environment, ...homeEnvironment({ home, privateFolder: home }, start.ownNames) }
  const masked = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, network?.mask(value) ?? value])
  )
  return setEnglishMessages(
    { ...masked, PATH: search.join(':'), TMPDIR: temporary, ...network?.environment(masked) },
    start.ownNames
  )
}

function realOr(place: string): Promise<string> {
  return realpath(place).catch(() => path.resolve(place))
}
