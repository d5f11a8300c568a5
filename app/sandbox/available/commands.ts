/** What a user types in a terminal, by family of systems. Pure. */

export type Family = 'ubuntu' | 'debian' | 'fedora' | 'arch' | 'suse' | null

/** Ubuntu ships the profile and doesn't load it. */
export const profileCommand =
  'sudo apt install apparmor-profiles && sudo cp /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && sudo systemctl reload apparmor'

/** With Parley where its installer puts it on macOS. */
export const selfTestCommand = '/Applications/Parley.app/Contents/MacOS/Parley --self-test'

export const allowCommand = 'sudo sysctl -w kernel.unprivileged_userns_clone=1'

const families: readonly (readonly [string, Family])[] = [
  ['ubuntu', 'ubuntu'],
  ['debian', 'debian'],
  ['fedora', 'fedora'],
  ['rhel', 'fedora'],
  ['arch', 'arch'],
  ['suse', 'suse'],
  ['opensuse', 'suse']
]

/** `release`: the text of /etc/os-release. */
export function detectLinuxFamily(release: string): Family {
  const field = (key: string) => new RegExp(`^${key}="?([^"\n]*)"?$`, 'm').exec(release)?.[1] ?? ''
  const names = [field('ID'), ...field('ID_LIKE').split(/\s+/)]
  return families.find(([name]) => names.includes(name))?.[1] ?? null
}

const installers: Readonly<Record<NonNullable<Family>, string>> = {
  ubuntu: 'sudo apt install',
  debian: 'sudo apt install',
  fedora: 'sudo dnf install',
  arch: 'sudo pacman -S',
  suse: 'sudo zypper install'
}

/** null if the way to install programs isn't known. */
export function installCommand(family: Family): string | null {
  return family === null ? null : `${installers[family]} bubblewrap socat`
}
