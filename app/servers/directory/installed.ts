/** Finds which packages and versions the entries of the settings run. Pure. */
import type { InstalledPackage } from '../../contract/servers/directory'
import type { ServerDefinition } from '../../settings/definition'
import { splitImage } from './runners'

export interface Pinned extends Omit<InstalledPackage, 'serverName'> {
  /** The index of the argument that names it. */
  readonly index: number
}

/** Options whose value is the next argument. */
const withValue =
  /^(?:-e|--env|--env-file|-v|--volume|--mount|-p|--publish|--name|--network|-u|--user|-w|--workdir|--platform|-m|--memory|--add-host|--python|--with)$/

/** Null for a program that runs no packages. */
export function findPackage(command: string, args: readonly string[]): Pinned | null {
  const program = (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd)$/, '')
  const from = ['docker', 'podman'].includes(program) ? args.indexOf('run') + 1 : 0
  const index = args.findIndex(
    (arg, at) => at >= from && !arg.startsWith('-') && !(at > 0 && withValue.test(args[at - 1] ?? ''))
  )
  const text = args[index]
  if (text === undefined) return null
  switch (program) {
    case 'npx':
      return { type: 'npm', index, ...split(text, text.lastIndexOf('@'), 1) }
    case 'uvx':
      return text.includes('==')
        ? { type: 'pypi', index, ...split(text, text.indexOf('=='), 2) }
        : { type: 'pypi', index, ...split(text, text.indexOf('@'), 1) }
    case 'dnx':
      return { type: 'nuget', index, ...split(text, text.lastIndexOf('@'), 1) }
    case 'docker':
    case 'podman': {
      if (from === 0) return null
      const [identifier, version] = splitImage(text)
      return { type: 'oci', index, identifier, version }
    }
    default:
      return null
  }
}

/** The first character is part of a name: `@scope/name`. */
function split(text: string, at: number, width: number): Pick<Pinned, 'identifier' | 'version'> {
  if (at <= 0) return { identifier: text, version: null }
  return { identifier: text.slice(0, at), version: text.slice(at + width) }
}

export function installedIn(servers: readonly ServerDefinition[]): InstalledPackage[] {
  return servers.flatMap((server): InstalledPackage[] => {
    const { name: serverName } = server
    if (server.transport !== 'stdio')
      return [{ serverName, type: 'remote', identifier: server.url, version: null }]
    const found = findPackage(server.command, server.args)
    if (found === null) return []
    const { type, identifier, version } = found
    return [{ serverName, type, identifier, version }]
  })
}

/** The argument with another version. */
export function withVersion(argument: string, { identifier }: Pinned, version: string): string {
  const mark = /^(?:==|@|:)/.exec(argument.slice(identifier.length))?.[0] ?? '@'
  const isDigest = version.startsWith('sha256:')
  return `${identifier}${isDigest ? '@' : mark}${version}`
}
