/**
 * In folders that are open for writing: files that other programs would run later, outside the sandbox. They stay
 * readable. The folder around such a path is a mount of its own as well, or it could be renamed and replaced.
 */
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Mount } from './mounts'
import { identifyPath } from './identify-path'

const runLater = [
  '.git/hooks',
  '.git/config',
  '.vscode',
  '.idea',
  '.envrc',
  '.npmrc',
  '.mcp.json',
  '.cursor',
  '.claude',
  '.github/workflows',
  'node_modules/.bin'
]
/** Projects are in the open folder, or in its subfolders. */
const deepest = 3
const mostFolders = 200
const mostProjects = 40

/** Whether the path is one of these, or is in one. */
export function isRunLater(place: string): boolean {
  return runLater.some((name) => `${place}/`.includes(`/${name}/`))
}

export async function runLaterIn(folder: string): Promise<Mount[]> {
  const projects = await projectsIn(folder)
  return (await Promise.all([folder, ...projects].map(ofProject))).flat()
}

async function ofProject(project: string): Promise<Mount[]> {
  // Without it, a server could create the folder itself, and git would run its content.
  const repository = path.join(project, '.git')
  if ((await ownPlace(repository))?.kind === 'folder')
    await mkdir(path.join(repository, 'hooks')).catch(() => {}) // it exists, or belongs to another user
  const mounts: Mount[] = []
  for (const name of runLater) {
    const place = path.join(project, name)
    const seen = await ownPlace(place)
    if (seen === null || seen.kind === 'other') continue
    const around = path.dirname(place)
    const outer = around === project ? null : await ownPlace(around)
    if (outer !== null) mounts.push({ kind: 'write', path: around, id: outer.id })
    mounts.push({ kind: 'read', path: place, id: seen.id })
  }
  return mounts
}

/** A link would make the mount protect another path. */
async function ownPlace(place: string) {
  const seen = await identifyPath(place)
  return seen?.real === place ? seen : null
}

/** Subfolders that git knows, nearest first. */
async function projectsIn(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  let level = [folder]
  let looked = 0
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const next: string[] = []
    for (const each of level) {
      looked += 1
      if (looked > mostFolders || found.length >= mostProjects) return found
      const names = await foldersIn(each)
      if (names.includes('.git') && each !== folder) found.push(each)
      next.push(...names.filter((name) => !name.startsWith('.')).map((name) => path.join(each, name)))
    }
    level = next
  }
  return found
}

/** Installed packages aren't the user's projects. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  const inside = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return inside
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
}
