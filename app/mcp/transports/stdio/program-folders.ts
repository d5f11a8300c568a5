/** Folders with programs that are missing in the search path of an app that the desktop started. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isRemotePath } from '../../../base/remote-path'
import type { HostEnvironment } from './server-environment'
import { readShellPath } from './shell-path'

export interface Computer {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly environment: HostEnvironment
}

/** Existing folders of the login shell, followed by folders of installers. */
export async function findProgramFolders(
  computer: Computer,
  readPath: (computer: Computer) => Promise<string | null> = ({ environment, platform }) =>
    readShellPath(environment, platform)
): Promise<readonly string[]> {
  const { platform } = computer
  const paths = pathsOf(platform)
  const [ofShell, ofNode] = await Promise.all([readPath(computer), nodeVersions(computer)])
  const wanted = [...(ofShell ?? '').split(paths.delimiter), ...ofNode, ...installFolders(computer)]
  const places = [...new Set(wanted)].filter(
    (folder) => paths.isAbsolute(folder) && !isRemotePath(folder, platform)
  )
  const areThere = await Promise.all(places.map(isFolder))
  return places.filter((_folder, at) => areThere[at])
}

function pathsOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix
}

/** Folders of package managers and installers, in search order. */
export function installFolders({ platform, home, environment }: Computer): readonly string[] {
  const below = (base: string | undefined, ...parts: readonly string[]) =>
    base === undefined || base === '' ? [] : [pathsOf(platform).join(base, ...parts)]
  if (platform === 'win32')
    return [
      ...below(home, '.local', 'bin'),
      ...below(environment['APPDATA'], 'npm'),
      ...below(environment['NVM_SYMLINK']),
      ...below(environment['LOCALAPPDATA'], 'Volta', 'bin'),
      ...below(environment['LOCALAPPDATA'], 'Microsoft', 'WinGet', 'Links'),
      ...below(environment['ProgramFiles'], 'nodejs'),
      ...below(environment['ProgramFiles'], 'Docker', 'Docker', 'resources', 'bin'),
      ...below(environment['ProgramData'], 'chocolatey', 'bin'),
      ...below(home, 'scoop', 'shims'),
      ...below(home, '.cargo', 'bin'),
      ...below(home, '.bun', 'bin'),
      ...below(home, '.deno', 'bin')
    ]
  return [
    ...below(home, '.local', 'bin'),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/home/linuxbrew/.linuxbrew/bin',
    ...below(home, '.volta', 'bin'),
    ...below(home, '.asdf', 'shims'),
    ...below(home, '.local', 'share', 'mise', 'shims'),
    ...below(home, '.local', 'share', 'fnm', 'aliases', 'default', 'bin'),
    ...below(home, '.pyenv', 'shims'),
    ...below(home, '.cargo', 'bin'),
    ...below(home, '.bun', 'bin'),
    ...below(home, '.deno', 'bin'),
    ...below(home, '.docker', 'bin'),
    ...below(home, '.orbstack', 'bin'),
    '/Applications/Docker.app/Contents/Resources/bin',
    '/snap/bin',
    ...below(home, '.nix-profile', 'bin'),
    '/run/current-system/sw/bin'
  ]
}

/** Folders of nvm, newest version first, because nvm has no folder for the current one. */
async function nodeVersions({ platform, home, environment }: Computer): Promise<readonly string[]> {
  if (platform === 'win32') return []
  const folder = path.posix.join(environment['NVM_DIR'] || path.posix.join(home, '.nvm'), 'versions', 'node')
  if (isRemotePath(folder, platform)) return []
  const versions = await readdir(folder).catch(() => [])
  return versions
    .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((version) => path.posix.join(folder, version, 'bin'))
}

async function isFolder(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null))?.isDirectory() === true
}
