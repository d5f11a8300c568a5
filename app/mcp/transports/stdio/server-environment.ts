/**
 * The environment of a stdio server: a short list of the host's variables, overridden by the entry's own `env`. Other
 * variables stay in Parley, because they may contain keys and tokens.
 */
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio'

export type HostEnvironment = Readonly<Record<string, string | undefined>>

/** In addition to the client library's own list: language, time zone and the folder for temporary files. */
const alsoInherited = new Set(['LANG', 'TMPDIR', 'TZ'])
/** npm keeps global packages below the first. Without these, npx finds no folder of its own. */
const inheritedOnWindows = new Set([
  ...['APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'PROGRAMDATA', 'PROGRAMFILES'],
  ...['PATH', 'PATHEXT', 'COMSPEC', 'SYSTEMROOT', 'SYSTEMDRIVE', 'TEMP', 'TMP', 'USERNAME'],
  // Python, .NET and installers of browsers look for programs and processors with these.
  ...['WINDIR', 'ALLUSERSPROFILE', 'PUBLIC', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'COMMONPROGRAMFILES'],
  ...['OS', 'NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE']
])
const inherited = new Set(DEFAULT_INHERITED_ENV_VARS)

function isInherited(name: string, platform: NodeJS.Platform): boolean {
  const key = platform === 'win32' ? name.toUpperCase() : name
  if (platform === 'win32' && inheritedOnWindows.has(key)) return true
  return inherited.has(key) || alsoInherited.has(key) || key.startsWith('LC_')
}

/** The whole environment of a server with `env`. */
export function serverEnvironment(
  hostEnvironment: HostEnvironment,
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform
): Record<string, string> {
  const environment: Record<string, string> = {}
  // Windows ignores case in names. Of `Path` and `PATH`, a server would get one by chance.
  const spell = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name)
  const replaced = new Set(Object.keys(env).map(spell))
  for (const [name, value] of Object.entries(hostEnvironment)) {
    if (value === undefined || replaced.has(spell(name))) continue
    // A value of this form is an exported shell function, which old shells would run.
    if (isInherited(name, platform) && !value.startsWith('()')) environment[name] = value
  }
  return { ...environment, ...env }
}
