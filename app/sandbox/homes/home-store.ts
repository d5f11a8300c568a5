/**
 * The private folders of sandboxed servers. A server finds its folder again by its name and its program together, so
 * neither another program under the same name nor another name for the same program gets it.
 * <folder>/<server>-<hash>/owner.json    its owner
 * <folder>/<server>-<hash>/home          what the server sees as its home; only this part is shown to it
 * <folder>/<server>-<hash>/removed-*     cleared, and not deleted yet
 */
import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { readableName } from './readable-name'
import { makeFolder } from './folder-access'
import { leastBytes, measureFolder } from './measure-folder'
import { removeFolder } from './remove-folder'

export interface HomeOwner {
  readonly serverName: string
  /** Identifies its program. */
  readonly program: string
}

export interface HomeStore {
  /** Its folder, created if it is missing. Real path. */
  open(owner: HomeOwner): Promise<string>
  /** Bytes that its servers use; null: there is no folder for this name. */
  measure(serverName: string): Promise<number | null>
  /** Clears the folder of this name. The server must not run. */
  clear(serverName: string): Promise<void>
  /** The folder of `from` moves to `to`. The folder that `to` had is kept, and no server gets it. */
  rename(from: string, to: string): Promise<void>
  /** Removes the folder of this name. The server must not run. */
  remove(serverName: string): Promise<void>
}

const owner = z.strictObject({
  serverName: z.string(),
  /** Hashed: a command may contain a secret. */
  program: z.string(),
  /** Another server took its name. */
  isFormer: z.boolean().optional()
})
type Owner = z.infer<typeof owner>

interface Kept {
  /** The folder around the home. */
  readonly place: string
  readonly owner: Owner
}

/** Programs look for these, and some don't create them. */
const usualFolders = [['.config'], ['.cache'], ['.local', 'share'], ['.local', 'state']]
/** The size of these folders, which no server created. */
const ownBytes = 5 * leastBytes
const mostTries = 100

export function createHomeStore(folder: string): HomeStore {
  const inTurn = createTurns()
  const keptFor = async (serverName: string) =>
    (await readAll(folder)).filter((kept) => kept.owner.serverName === serverName)
  return {
    open: ({ serverName, program }) =>
      inTurn(async () => {
        const wanted = { serverName, program: hashOf(program) }
        const known = (await keptFor(serverName)).find(
          (kept) => kept.owner.isFormer !== true && kept.owner.program === wanted.program
        )
        const place = known?.place ?? (await create(folder, wanted))
        const home = path.join(place, 'home')
        await mkdir(home, { recursive: true, mode: 0o700 })
        // The server may have changed it.
        await chmod(home, 0o700)
        for (const names of usualFolders) makeUsual(home, names)
        return await realpath(home)
      }),
    measure: async (serverName) => {
      const kept = await keptFor(serverName)
      if (kept.length === 0) return null
      let bytes = 0
      for (const { place } of kept) {
        const measured = await measureFolder(path.join(place, 'home')).catch(() => 0)
        bytes += Math.max(0, measured - ownBytes)
      }
      return bytes
    },
    clear: (serverName) =>
      inTurn(async () => {
        for (const { place } of await keptFor(serverName)) await empty(place)
      }),
    rename: (from, to) =>
      inTurn(async () => {
        if (from === to) return
        const [moved, before] = [await keptFor(from), await keptFor(to)]
        for (const kept of before) await writeOwner(kept.place, { ...kept.owner, isFormer: true })
        for (const kept of moved.filter((each) => each.owner.isFormer !== true))
          await writeOwner(kept.place, { ...kept.owner, serverName: to })
      }),
    remove: (serverName) =>
      inTurn(async () => {
        for (const { place } of await keptFor(serverName)) {
          await empty(place)
          for (const name of ['owner.json', 'owner.json.new'])
            await rm(path.join(place, name), { force: true })
          await rmdir(place)
        }
      })
  }
}

/** Null entries are folders that something else put there. */
async function readAll(folder: string): Promise<readonly Kept[]> {
  const names = await readdir(folder).catch(() => [])
  const all = await Promise.all(
    names.map(async (name): Promise<Kept[]> => {
      const place = path.join(folder, name)
      const text = await readFile(path.join(place, 'owner.json'), 'utf8').catch(() => 'null')
      const { data } = owner.safeParse(parsed(text))
      return data === undefined ? [] : [{ place, owner: data }]
    })
  )
  return all.flat()
}

async function create(folder: string, wanted: Owner): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${readableName(wanted.serverName)}-${hashOf(JSON.stringify(wanted)).slice(0, 12)}`
  for (let count = 1; count <= mostTries; count += 1) {
    const place = path.join(folder, count === 1 ? name : `${name}-${count}`)
    try {
      await mkdir(place, { mode: 0o700 })
    } catch {
      // It belongs to a server that was renamed since.
      continue
    }
    await writeOwner(place, wanted)
    return place
  }
  throw new Error('No private folder could be made')
}

/** Written completely or not at all: without it, a folder belongs to no server. */
async function writeOwner(place: string, content: Owner): Promise<void> {
  const file = path.join(place, 'owner.json')
  await writeFile(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Moved away at once, then removed, so that a server that starts meanwhile finds it empty. */
async function empty(place: string): Promise<void> {
  const home = path.join(place, 'home')
  await rename(home, path.join(place, `removed-${randomUUID()}`)).catch(() => {}) // there is none
  const remaining = (await readdir(place)).filter((name) => name.startsWith('removed-'))
  for (const name of remaining) await removeFolder(path.join(place, name))
}

/** What the server put in their place is kept: it affects no other program. */
function makeUsual(home: string, names: readonly string[]): void {
  try {
    makeFolder(home, names, { keepsOthers: true })
  } catch {
    // A file or a link has its name.
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const running = last.then(work, work)
    last = running
    return running
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
