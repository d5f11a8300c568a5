/** A bundle that waits for approval: its content, its command and its settings. It doesn't run. */
import path from 'node:path'
import { builtInNodeVersion } from '../../base/built-in-node-version'
import { ownNodeCommand } from '../../contract/servers/own-node'
import { meetsBounds } from '../../base/version-bounds'
import { say } from '../../texts/render-localized'
import { stage, type Staged } from '../folder/stage'
import { bundleLimits } from '../limits'
import { fillInVariables, launchFor, settingsNamed, type Launch, type BundlePlace } from '../manifest/launch'
import { readManifest, type Manifest } from '../manifest/manifest'
import { problems, refuseBundle, describeBundleProblem } from '../bundle-problem'
import { openZip, type BundleFile, type OpenZip } from '../zip/open-zip'
import { readWholeEntry } from '../zip/unpack'

export interface BundleInspection {
  readonly fileName: string
  readonly staged: Staged
  readonly unpackedSize: number
  readonly fileCount: number
  readonly manifest: Manifest
  /** Unchanged text from the bundle. */
  readonly manifestText: string
  /** For this system, variables not filled in. */
  readonly launch: Launch
}

/** `folder`: for the inspected copy. @throws HostError BUNDLE_REFUSED */
export async function inspectBundle(
  source: string,
  folder: string,
  system: Omit<BundlePlace, 'folder'>
): Promise<BundleInspection> {
  const staged = await stage(source, folder)
  const opened = await openZip(staged.file)
  try {
    const bytes = await getManifest(opened)
    const manifest = readManifest(bytes)
    requirePlatform(manifest, system.platform)
    const launch = withOwnNode(launchFor(manifest, system.platform), manifest, system.platform)
    // With empty settings, because no value can move the path further out of the folder.
    const unset = Object.fromEntries(Object.keys(manifest.user_config).map((key) => [key, []]))
    const filled = fillInVariables(launch, { ...system, folder }, unset)
    requireProgram(manifest, ownProgram(filled, folder), opened.files)
    refuseDefaults(manifest)
    return {
      staged,
      manifest,
      launch,
      fileName: path.basename(source),
      manifestText: bytes.toString('utf8'),
      unpackedSize: opened.unpackedSize,
      fileCount: opened.files.length
    }
  } finally {
    opened.zip.close()
  }
}

/** A bundle that needs a newer Node.js than Parley includes runs with the installed one. */
function withOwnNode(launch: Launch, { compatibility }: Manifest, platform: string): Launch {
  const version = builtInNodeVersion(platform)
  const { node: wanted = '' } = compatibility.runtimes
  const isOwn = launch.command === 'node' && version !== null && meetsBounds(version, wanted)
  return isOwn ? { ...launch, command: ownNodeCommand } : launch
}

async function getManifest({ zip, files }: OpenZip): Promise<Buffer> {
  const file = files.find(({ name }) => name === 'manifest.json')
  if (file === undefined) throw problems.noManifest()
  if (file.size > bundleLimits.manifest) throw problems.manifest(say('bundles.manifestTooLarge'))
  return await readWholeEntry(zip, file)
}

function requirePlatform({ compatibility: { platforms } }: Manifest, platform: string): void {
  if (platforms === undefined || platforms.includes(platform)) return
  const nameOf = (one: string) => say('bundles.system', { platform: describeBundleProblem(one) })
  throw refuseBundle(say('bundles.otherSystem', { systems: platforms.map(nameOf), here: nameOf(platform) }))
}

/** The path in the bundle of the program that runs; null: it is looked up on the computer. */
function ownProgram({ command }: Launch, folder: string): string | null {
  const begin = path.join(folder, path.sep)
  if (!command.startsWith(begin)) return null
  return path.normalize(command).slice(begin.length).split(path.sep).join('/')
}

/** If the command names a program in the bundle, it must exist. */
function requireProgram(
  { server: { type, entry_point: entry } }: Manifest,
  own: string | null,
  files: readonly BundleFile[]
): void {
  const names = new Set(files.map(({ name }) => name))
  const wanted = own ?? (type === 'binary' ? null : path.posix.normalize(entry.replaceAll('\\', '/')))
  if (wanted !== null && !names.has(wanted))
    throw refuseBundle(say('bundles.noProgram', { file: describeBundleProblem(wanted) }))
}

/** A default becomes part of the command, so it must not name the user's variables. */
function refuseDefaults({ user_config: settings }: Manifest): void {
  for (const { default: given } of Object.values(settings)) {
    const name = /\$\{(?:env|secret|input|user_config)[:.][^}]*\}/.exec(JSON.stringify(given ?? ''))?.[0]
    if (name !== undefined)
      throw problems.manifest(say('bundles.foreignVariable', { name: describeBundleProblem(name) }))
  }
}

/** Settings that the command doesn't use have no effect. The form shows them anyway. */
export function unusedSettings({
  manifest,
  launch
}: Pick<BundleInspection, 'manifest' | 'launch'>): readonly string[] {
  const named = settingsNamed(launch)
  return Object.keys(manifest.user_config).filter((key) => !named.has(key))
}
