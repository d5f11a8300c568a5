/**
 * The packages of sandboxed servers, a folder for each server. A completed download is stored there, and an interrupted
 * one is ignored. The server can only read it.
 * <folder>/<server>/kept.json      which of the two folders is used, and its content; written last
 * <folder>/<server>/1, 2           an update is downloaded into the unused one
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isWithin } from '../../base/path-parts'
import { readableName } from '../homes/readable-name'
import type { PackageCall } from './read-runner'

const kept = z.strictObject({
  request: z.string(),
  slot: z.enum(['1', '2']),
  /** Relative to its folder. */
  program: z.string(),
  packages: z
    .array(
      z.strictObject({
        name: z.string(),
        version: z.string().max(200),
        integrity: z.string().max(1_000).nullable()
      })
    )
    .min(1),
  leftOut: z.array(z.string()).optional()
})

export interface KeptPackages {
  /** Absolute path. */
  readonly folder: string
  /** The program in the folder; absolute path, links not resolved. */
  readonly program: string
  /** In the order of the command. */
  readonly packages: readonly KeptPackage[]
  /** Packages whose install scripts were not run. */
  readonly leftOut?: readonly string[] | undefined
}

export interface KeptPackage {
  readonly name: string
  readonly version: string
  /** The hash from the registry, or of the files, that identifies the content; null: none. */
  readonly integrity: string | null
}

export interface PackageStore {
  /** The completed download for exactly this call; null: there is none. */
  find(serverName: string, call: PackageCall): Promise<KeptPackages | null>
  /** An empty folder for a download, next to the one in use. */
  begin(serverName: string): Promise<string>
  /** From now on, `find` returns it. */
  keep(serverName: string, call: PackageCall, fetched: KeptPackages): Promise<void>
  /** Removes an interrupted download. */
  drop(folder: string): Promise<void>
}

export function createPackageStore(folder: string): PackageStore {
  const placeOf = (serverName: string) => path.join(folder, folderName(serverName))
  const readKept = async (serverName: string) => {
    const text = await readFile(path.join(placeOf(serverName), 'kept.json'), 'utf8').catch(() => 'null')
    return kept.safeParse(parsed(text)).data ?? null
  }
  return {
    find: async (serverName, call) => {
      const found = await readKept(serverName)
      if (found === null || found.request !== getRequest(call)) return null
      // The sandbox needs real paths.
      const place = await realpath(path.join(placeOf(serverName), found.slot)).catch(() => null)
      if (place === null) return null
      const program = path.join(place, found.program)
      const real = await realpath(program).catch(() => null)
      if (real === null || !isWithin(real, place) || !(await stat(real)).isFile()) return null
      return { folder: place, program, packages: found.packages, leftOut: found.leftOut }
    },
    begin: async (serverName) => {
      const slot = (await readKept(serverName))?.slot === '1' ? '2' : '1'
      const place = path.join(placeOf(serverName), slot)
      await rm(place, { recursive: true, force: true })
      await mkdir(place, { recursive: true, mode: 0o700 })
      return await realpath(place)
    },
    keep: async (serverName, call, { folder: place, program, packages, leftOut }) => {
      const file = path.join(placeOf(serverName), 'kept.json')
      const slot = path.basename(place)
      const content = {
        request: getRequest(call),
        slot,
        program: path.relative(place, program),
        packages,
        leftOut
      }
      await writeFile(`${file}.new`, JSON.stringify(content, null, 2), { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    drop: (place) => rm(place, { recursive: true, force: true })
  }
}

/** Readable, and unique for every name. */
function folderName(serverName: string): string {
  const hash = createHash('sha256').update(serverName).digest('hex').slice(0, 12)
  return `${readableName(serverName)}-${hash}`
}

/** Without the arguments of the program. */
function getRequest({ kind, packages, program, registry, python, mayInstall = false }: PackageCall): string {
  const named = packages.map(({ name, range }) => [name, range])
  return JSON.stringify([kind, named, program, registry, python, ...(mayInstall ? ['install'] : [])])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
