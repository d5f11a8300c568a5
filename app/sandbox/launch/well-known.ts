/** Folders in which things of many kinds lie, so that a program that lies in one of them doesn't have all of it for its own. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Folders of the home in which every program keeps its things, and in which people do. */
const ofHome = [
  ...['.local', '.config', '.cache', '.cargo', '.ssh', '.gnupg', 'go', 'bin', '.bin'],
  ...['Desktop', 'Documents', 'Downloads', 'Music', 'Pictures', 'Public', 'Templates', 'Videos']
]
/** Folders of everybody, and other disks. */
const ofSystem = [
  /^\/(?:var\/tmp|srv|opt|mnt|media|home|Volumes)$/,
  /^\/(?:mnt|media|home|Volumes)\/[^/]+$/,
  /^\/(?:run\/)?media\/[^/]+\/[^/]+$/
]

export async function readWellKnown(home: string): Promise<(folder: string) => boolean> {
  const text = await readFile(path.join(home, '.config', 'user-dirs.dirs'), 'utf8').catch(() => '')
  // In the words of the desktop's language.
  const named = [...text.slice(0, 20_000).matchAll(/^XDG_\w+_DIR="\$HOME\/([^"\n]+)"$/gm)]
  const folders = new Set(
    [...ofHome, ...named.map(([, name = '']) => name)].map((name) => path.join(home, name))
  )
  return (folder) => folders.has(folder) || ofSystem.some((form) => form.test(folder))
}
