/**
 * Tells when the settings file may have changed on disk. Editors replace files instead of writing them, so
 * the folder is watched and not the file alone; whether anything really changed is for the listener to see.
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
  const watchers = [...new Set([link, target])].map((path) => watchInFolder(path, soon, report))
  return {
    close: async () => {
      if (timer !== null) clearTimeout(timer)
      for (const watcher of watchers) watcher?.close()
    }
  }
}

/** Null where the folder can't be watched, which is reported. */
function watchInFolder(
  path: string,
  onEvent: () => void,
  report: (error: unknown) => void
): FSWatcher | null {
  const name = basename(path).normalize()
  try {
    const watcher = watch(dirname(path), (_event, changed) => {
      // Whatever else is written there is nobody's business here; some systems don't say what it was.
      if (changed === null || changed.normalize() === name) onEvent()
    })
    return watcher.on('error', report)
  } catch (error) {
    report(error)
    return null
  }
}
