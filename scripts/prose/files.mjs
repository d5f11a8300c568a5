// Which files are checked, and how hits are counted by folder.

import fs from 'node:fs'
import path from 'node:path'

const folders = ['app', 'docs', 'e2e', 'main', 'preload', 'renderer', 'resources', 'scripts']
/** Written by `npm run docs` from comments in the sources and from scripts/docs/requirements.txt. */
const writtenPages = ['docs/reference.md', 'docs/protocol.md']

/** @returns {string[]} all files of the repository, relative to `root`, in order */
export function listFiles(root) {
  const options = { recursive: true, withFileTypes: true }
  const deep = folders.flatMap((folder) => fs.readdirSync(path.join(root, folder), options))
  return [...fs.readdirSync(root, { withFileTypes: true }), ...deep]
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|compiled|__pycache__)\//u.test(file))
    .sort()
}

export function hasProse(file) {
  const isSource = /\.(?:tsx?|[mc]js|css|md)$/u.test(file) || /^app\/texts\/en\/.+\.json$/u.test(file)
  return isSource && !writtenPages.includes(file)
}

/** @param {string[]} places files and folders; none: everything */
export function isIn(file, places) {
  return places.length === 0 || places.some((place) => place === '' || `${file}/`.startsWith(`${place}/`))
}

export const findTopFolder = (file) => (file.includes('/') ? file.split('/', 1)[0] : '.')
/** The first two folders of a path. */
export const findPairFolder = (file) => file.split('/').slice(0, -1).slice(0, 2).join('/') || '.'

/**
 * @param {{ file: string }[]} hits
 * @param {(file: string) => string} groupOf
 * @returns {Record<string, number>}
 */
export function countBy(hits, groupOf) {
  const counts = {}
  for (const { file } of hits) counts[groupOf(file)] = (counts[groupOf(file)] ?? 0) + 1
  return counts
}
