/** The licences of the packages in the build: one file for each bundle, see scripts/build/licences.mjs. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { readShipped, shippedName } from '../app/base/shipped-file'
import type { CallOutput } from '../app/contract/bridge/calls'

type Licences = CallOutput<'app.licences'>

/** By name, each once. Empty if there is no such folder: a development build. */
export async function readLicences(folder: string): Promise<Licences> {
  const files = await readdir(folder).catch(() => [])
  const lists = await Promise.all(
    files.map(
      async (file) => JSON.parse(String(await readShipped(path.join(folder, shippedName(file))))) as Licences
    )
  )
  const packages = new Map(lists.flat().map((item) => [`${item.name} ${item.version}`, item]))
  return [...packages.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
