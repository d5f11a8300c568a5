// Where things lie: the project root and the folders that only tools write to.
// Everything under .cache and out can be deleted at any time; the next command makes it again.

import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const cacheFolder = path.join(root, '.cache')

/** Absolute path of something in the project. */
export const inProject = (...parts) => path.join(root, ...parts)
