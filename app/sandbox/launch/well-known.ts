/** Folders with unrelated content, so that a program in one of them doesn't get all of it. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Folders of the home in which every program stores data, and in which users do. */
const ofHome = [
  ...['.local', '.config', '.cache', '.cargo', '.ssh', '.gnupg', 'go', 'bin', '.bin'],
  ...[
    'Applications',
    'Library',
    'Movies',
    'Desktop',
    'Documents',
    'Downloads',
    'Music',
    'Pictures',
    'Public',
    'Templates',
    'Videos'
  ]
]
/** Folders of all users, and other disks. */
const ofSystem = [
  /^\/(?:var\/tmp|srv|opt|mnt|media|home|Volumes)$/,
  /^\/(?:mnt|media|home|Volumes)\/[^/]+$/,
  /^\/(?:run\/)?media\/[^/]+\/[^/]+$/
]

export async function readWellKnown(home: string): Promise<(folder: string) => boolean> {
  const text = await readFile(path.join(home, '.config', 'user-dirs.dirs'), 'utf8').catch(() => '')
  // In the language of the desktop.
  const named = [...text.slice(0, 20_000).matchAll(/^XDG_\w+_DIR="\$HOME\/([^"\n]+)"$/gm)]
  const folders = new Set(
    [...ofHome, ...named.map(([, name = '']) => name)].map((name) => path.join(home, name))
  )
  return (folder) => folders.has(folder) || ofSystem.some((form) => form.test(folder))
}
