/** Creates the first settings file: the commented default, and next to it the schema for editors. */
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import writeFileAtomic from 'write-file-atomic'
import { setValue } from '../document/text-edits'

export interface DefaultFileOptions {
  readonly file: string
  readonly dataFolder: string
  /** The JSON Schema that ships with Parley. */
  readonly schemaFile: string
  /** Content of `resources/default-settings.jsonc`. */
  readonly defaultText: string
}

/** The default with a `$schema` that an editor finds from the file's folder. */
export function makeDefaultText(options: DefaultFileOptions): string {
  if (liesInDataFolder(options)) return options.defaultText
  return setValue(options.defaultText, ['$schema'], pathToFileURL(options.schemaFile).href)
}

/** Writes the default, readable only by its owner. To be called if the file doesn't exist. */
export async function writeDefaultFile(options: DefaultFileOptions): Promise<void> {
  await mkdir(dirname(options.file), { recursive: true })
  await writeFileAtomic(options.file, makeDefaultText(options), { mode: 0o600 })
  if (liesInDataFolder(options)) await copyFile(options.schemaFile, schemaCopy(options))
}

/** Updates an existing copy of the schema to this version. Creates none. */
export async function refreshSchemaCopy(options: DefaultFileOptions): Promise<void> {
  if (!liesInDataFolder(options)) return
  const [copy, shipped] = await Promise.all([
    readFile(schemaCopy(options), 'utf8').catch(() => null),
    readFile(options.schemaFile, 'utf8').catch(() => null)
  ])
  if (copy !== null && shipped !== null && copy !== shipped)
    await writeFileAtomic(schemaCopy(options), shipped)
}

function liesInDataFolder({ file, dataFolder }: DefaultFileOptions): boolean {
  return dirname(resolve(file)) === resolve(dataFolder)
}

function schemaCopy({ dataFolder }: DefaultFileOptions): string {
  return join(dataFolder, 'settings.schema.json')
}
