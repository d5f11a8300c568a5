/**
 * The environment of a stdio server: a short list of the host's variables, with the entry's own `env` over
 * it. Everything else of the host's environment stays here, because it holds keys and tokens.
 */
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio'

export type HostEnvironment = Readonly<Record<string, string | undefined>>

/** Beside the client library's own list: language, time zone and the place for temporary files. */
const alsoInherited = new Set(['LANG', 'TMPDIR', 'TZ'])
/** npm keeps what it installs for everybody below the first; without them npx finds no folder of its own. */
const inheritedOnWindows = new Set([
  ...['APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'PROGRAMDATA', 'PROGRAMFILES'],
  ...['PATH', 'PATHEXT', 'COMSPEC', 'SYSTEMROOT', 'SYSTEMDRIVE', 'TEMP', 'TMP', 'USERNAME']
])
const inherited = new Set(DEFAULT_INHERITED_ENV_VARS)

function isInherited(name: string, platform: NodeJS.Platform): boolean {
  const key = platform === 'win32' ? name.toUpperCase() : name
  if (platform === 'win32' && inheritedOnWindows.has(key)) return true
  return inherited.has(key) || alsoInherited.has(key) || key.startsWith('LC_')
}

/** What a server started with `env` finds in its environment. */
export function serverEnvironment(
  hostEnvironment: HostEnvironment,
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform
): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(hostEnvironment)) {
    // A value of this form is an exported shell function, which old shells would run.
    if (value !== undefined && isInherited(name, platform) && !value.startsWith('()'))
      environment[name] = value
  }
  return { ...environment, ...env }
}
