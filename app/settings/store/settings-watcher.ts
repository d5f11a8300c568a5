/**
 * Notifies when the settings file may have changed on disk. Editors replace files instead of writing them, so the
 * folder is watched and not only the file. The listener checks whether anything changed.
 */
import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Several writes of one save count as one change. */
const debounceMs = 100

export interface SettingsWatcher {
  close(): Promise<void>
}

/** Errors of watching are reported and end nothing; a change is then noticed at the next start or edit. */
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
  // A link is watched on both ends: it may get another target, and its target may be edited.
  const folder = await realpath(dirname(file)).catch(() => dirname(file))
  const link = join(folder, basename(file))
  const target = await realpath(file).catch(() => link)
  const watchers = [...new Set([link, target])].map((path) => watchInFolder(path, soon, report))
  return {
    close: async () => {
      if (timer !== null) clearTimeout(timer)
      for (const watcher of watchers) watcher?.close()
    }
  }
}

/** Null if the folder can't be watched, which is reported. */
function watchInFolder(
  path: string,
  onEvent: () => void,
  report: (error: unknown) => void
): FSWatcher | null {
  const name = basename(path).normalize()
  try {
    const watcher = watch(dirname(path), (_event, changed) => {
      // Other files in the folder don't matter; some systems don't name the file.
      if (changed === null || changed.normalize() === name) onEvent()
    })
    return watcher.on('error', report)
  } catch (error) {
    report(error)
    return null
  }
}
