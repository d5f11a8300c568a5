/**
 * Tells when the settings file may have changed on disk. Editors replace files instead of writing them, so
 * the folder is watched and not the file alone; whether anything really changed is for the listener to see.
 */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { watch } from 'chokidar'
import type { FSWatcher } from 'chokidar'

/** Several writes of one save count as one change. */
const debounceMs = 100

export interface SettingsWatcher {
  close(): Promise<void>
}

/** Errors of watching are reported and end nothing; a change then shows at the next start or edit. */
export async function watchSettingsFile(
  file: string,
  onChange: () => void,
  report: (error: unknown) => void
): Promise<SettingsWatcher> {
  let timer: NodeJS.Timeout | null = null
  const soon = () => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(onChange, debounceMs)
  }
  // A link is watched on both ends: it may be pointed elsewhere, and its target may be edited.
  const folder = await realpath(dirname(file)).catch(() => dirname(file))
  const link = join(folder, basename(file))
  const target = await realpath(file).catch(() => link)
  const watchers = [...new Set([link, target])].map((path) => watchInFolder(path, soon))
  await Promise.all(watchers.map((watcher) => begin(watcher, report)))
  return {
    close: async () => {
      if (timer !== null) clearTimeout(timer)
      await Promise.all(watchers.map((watcher) => watcher.close()))
    }
  }
}

function watchInFolder(path: string, onEvent: () => void): FSWatcher {
  const folder = dirname(path)
  const watcher = watch(folder, {
    depth: 0,
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (candidate) => candidate !== folder && candidate !== path
  })
  return watcher.on('all', onEvent)
}

/** Resolves when the watcher watches, or can not. */
function begin(watcher: FSWatcher, report: (error: unknown) => void): Promise<void> {
  return new Promise((resolve) => {
    watcher.once('ready', () => resolve())
    watcher.on('error', (error) => {
      report(error)
      resolve()
    })
  })
}
