/**
 * Files of sandboxed servers, by server, kept until the user clears them. Beyond the limit, the files seen least
 * recently are dropped.
 */
import { z } from 'zod'
import { doneFile, type DoneFile } from '../../contract/consent/file-activity'
import type { HistoryStore } from '../../history/interface'

const factName = 'files-of-contained-servers'
/** For one server. */
const mostFiles = 200
/** Written together: a starting server reports many at once. */
const saveAfterMs = 500

const stored = z.record(z.string(), z.array(doneFile).max(mostFiles))

export interface FileChanges {
  /** Returns the stored entry of its path. */
  add(serverName: string, file: DoneFile): DoneFile
  /** The latest first. */
  of(serverName: string): DoneFile[]
  clear(serverName: string): void
  /** Writes what is not written yet. */
  flush(): void
}

export function createFileChanges(facts: Pick<HistoryStore, 'readFact' | 'writeFact'>): FileChanges {
  const kept = new Map<string, Map<string, DoneFile>>()
  let isLoaded = false
  let timer: NodeJS.Timeout | null = null
  const add = (serverName: string, file: DoneFile): DoneFile => {
    const ofServer = kept.get(serverName) ?? new Map<string, DoneFile>()
    kept.set(serverName, ofServer)
    const key = `${file.access} ${file.path}`
    const before = ofServer.get(key)
    const now = before === undefined ? file : { ...file, id: before.id, count: before.count + file.count }
    ofServer.delete(key)
    ofServer.set(key, now)
    const oldest = ofServer.keys().next()
    if (ofServer.size > mostFiles && oldest.done !== true) ofServer.delete(oldest.value)
    return now
  }
  const save = () => {
    timer = null
    const all = Object.fromEntries([...kept].map(([name, files]) => [name, [...files.values()]]))
    void facts.writeFact(factName, JSON.stringify(all)).catch(() => {}) // kept in memory for this run
  }
  const saveSoon = () => {
    if (isLoaded) timer ??= setTimeout(save, saveAfterMs).unref()
  }
  const load = async () => {
    const found = read(await facts.readFact(factName).catch(() => null))
    // Changes that came meanwhile are newer.
    const since = [...kept].map(([name, files]) => [name, [...files.values()]] as const)
    kept.clear()
    for (const [name, files] of [...Object.entries(found), ...since])
      for (const file of files) add(name, file)
    isLoaded = true
    if (since.length > 0) saveSoon()
  }
  void load()
  return {
    add: (serverName, file) => {
      const now = add(serverName, file)
      saveSoon()
      return now
    },
    of: (serverName) => [...(kept.get(serverName)?.values() ?? [])].toReversed(),
    flush: () => {
      if (timer === null) return
      clearTimeout(timer)
      save()
    },
    clear: (serverName) => {
      if (kept.delete(serverName)) saveSoon()
    }
  }
}

function read(json: string | null): z.infer<typeof stored> {
  try {
    return stored.safeParse(JSON.parse(json ?? '{}')).data ?? {}
  } catch {
    return {} // not Parley's data: nothing is known
  }
}
