/** Where other apps keep their servers on this computer. Paths are only text here: no file is accessed. */
import path from 'node:path'

/** The computer that is searched. Injected, so that every system can be tested on any. */
export interface System {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

export type FileFormat = 'json' | 'yaml' | 'toml'

/** How the file lists servers; named after the app if only that one uses the format. */
export type OtherAppFormat = 'common' | 'claude-code' | 'goose' | 'codex' | 'gemini'

export interface OtherAppFileLocation {
  /** The name of the app, as its makers write it. */
  readonly host: string
  readonly path: string
  readonly format: FileFormat
  readonly dialect: OtherAppFormat
  /** The project folder that it applies to; null: everything. */
  readonly project: string | null
}

/** A path that shows that an app is used here, whose servers can't be read. */
export interface ClosedPlace {
  readonly host: string
  readonly path: string
}

interface Folders {
  /** Where apps keep their settings: `~/.config`, `~/Library/Application Support`, `%APPDATA%`. */
  readonly application: string
  /** `~/.config` on all systems but Windows. */
  readonly config: string
  readonly local: string
}

function getFolders({ platform, home, environment }: System): Folders {
  const join = getJoin(platform)
  if (platform === 'win32') {
    const application = environment['APPDATA'] || join(home, 'AppData', 'Roaming')
    const local = environment['LOCALAPPDATA'] || join(home, 'AppData', 'Local')
    return { application, config: application, local }
  }
  const config = environment['XDG_CONFIG_HOME'] || join(home, '.config')
  const application = platform === 'darwin' ? join(home, 'Library', 'Application Support') : config
  return { application, config: platform === 'darwin' ? join(home, '.config') : config, local: config }
}

export function selectPathModule(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix
}

function getJoin(platform: NodeJS.Platform): (...parts: readonly string[]) => string {
  return (...parts) => selectPathModule(platform).join(...parts)
}

/** Claude Desktop from the Windows store sees its folder below this one. */
const storePackage = ['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming']

/** The user's files, in the order in which they are shown. */
export function listAppFiles(system: System): readonly OtherAppFileLocation[] {
  const { platform, home, environment } = system
  const join = getJoin(platform)
  const { application, config, local } = getFolders(system)
  const isWindows = platform === 'win32'
  const claude = [application, ...(isWindows ? [join(local, ...storePackage)] : [])]
  const zed = isWindows ? join(application, 'Zed') : join(config, 'zed')
  const goose = isWindows ? join(application, 'Block', 'goose', 'config') : join(config, 'goose')
  const codex = environment['CODEX_HOME'] || join(home, '.codex')
  const editors = ['Code', 'Code - Insiders', 'VSCodium'].map((name) => join(application, name, 'User'))
  return [
    ...claude.map((folder) => json('Claude Desktop', join(folder, 'Claude', 'claude_desktop_config.json'))),
    {
      ...json('Claude Code', join(environment['CLAUDE_CONFIG_DIR'] || home, '.claude.json')),
      dialect: 'claude-code'
    },
    ...editors.flatMap((user) => [
      json('VS Code', join(user, 'mcp.json')),
      json('VS Code', join(user, 'settings.json'))
    ]),
    json('Cursor', join(home, '.cursor', 'mcp.json')),
    json('Windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')),
    json('Zed', join(zed, 'settings.json')),
    json('LM Studio', join(home, '.lmstudio', 'mcp.json')),
    json('LM Studio', join(home, '.cache', 'lm-studio', 'mcp.json')),
    { ...json('goose', join(goose, 'config.yaml')), format: 'yaml', dialect: 'goose' },
    { ...json('Codex', join(codex, 'config.toml')), format: 'toml', dialect: 'codex' },
    { ...json('Gemini CLI', join(home, '.gemini', 'settings.json')), dialect: 'gemini' }
  ]
}

/** Files in a project folder. */
export function projectFiles(project: string, { platform }: System): readonly OtherAppFileLocation[] {
  const join = getJoin(platform)
  return [
    json('Claude Code', join(project, '.mcp.json'), project),
    json('VS Code', join(project, '.vscode', 'mcp.json'), project),
    json('Cursor', join(project, '.cursor', 'mcp.json'), project)
  ]
}

/** A database that only its app can read. */
export function closedPlaces(system: System): readonly ClosedPlace[] {
  const { application } = getFolders(system)
  return [
    { host: 'Cherry Studio', path: selectPathModule(system.platform).join(application, 'CherryStudio') }
  ]
}

/** Names of all apps that are searched for. */
export function otherAppNames(system: System): readonly string[] {
  return [...new Set([...listAppFiles(system), ...closedPlaces(system)].map(({ host }) => host))]
}

function json(host: string, file: string, project: string | null = null): OtherAppFileLocation {
  return { host, path: file, format: 'json', dialect: 'common', project }
}
