import type { Warning } from '../../contract/localized-text'
import { canParseUrl } from '../../base/can-parse-url'
import { builtInNodeVersion } from '../../base/built-in-node-version'
import { ownNodeCommand } from '../../contract/servers/own-node'
import type { BundleSetting, BundleView } from '../../contract/servers/adding'
import type { InstalledBundle } from '../folder/installed'
import type { BundleInspection } from './inspect-bundle'
import type { BundlePlace } from '../manifest/launch'
import type { Manifest } from '../manifest/manifest'
import { defaultTexts } from '../manifest/user-settings'

export interface ViewFacts {
  readonly id: string
  readonly system: BundlePlace
  readonly installed: { readonly serverName: string; readonly record: InstalledBundle } | null
  /** Keys of stored secrets. */
  readonly stored: ReadonlySet<string>
  readonly warnings: readonly Warning[]
}

export function buildBundleView(
  look: BundleInspection,
  { id, system, installed, stored, warnings }: ViewFacts
): BundleView {
  const { manifest, launch, staged } = look
  const { author } = manifest
  return {
    type: 'bundle',
    id,
    fileName: look.fileName,
    size: staged.size,
    sha256: staged.sha256,
    unpackedSize: look.unpackedSize,
    fileCount: look.fileCount,
    name: manifest.name,
    title: manifest.display_name ?? manifest.name,
    version: manifest.version,
    description: manifest.description,
    longDescription: manifest.long_description,
    author: { name: author.name, email: author.email ?? '', url: author.url ?? '' },
    license: manifest.license ?? '',
    links: getLinks(manifest),
    runtime: manifest.server.type,
    needs: Object.entries(manifest.compatibility.runtimes).map(([name, range]) => `${name} ${range}`),
    launch: {
      command: launch.command,
      args: [...launch.args],
      env: Object.entries(launch.env).map(([name, text]) => ({ name, text }))
    },
    ownNode: launch.command === ownNodeCommand ? builtInNodeVersion(system.platform) : null,
    tools: [...manifest.tools],
    prompts: [...manifest.prompts],
    hasMore: manifest.tools_generated || manifest.prompts_generated,
    settings: getSettings(manifest, { system, installed, stored }),
    signature: staged.signature,
    warnings: [...warnings],
    manifest: look.manifestText,
    installed: installed && {
      serverName: installed.serverName,
      version: installed.record.version,
      manifest: installed.record.manifest,
      isNewer: isNewer(manifest.version, installed.record.version),
      isSame: staged.sha256 === installed.record.sha256
    }
  }
}

function getSettings(
  { user_config: settings }: Manifest,
  { system, installed, stored }: Pick<ViewFacts, 'system' | 'installed' | 'stored'>
): BundleSetting[] {
  const before: Readonly<Record<string, readonly string[]>> = installed?.record.settings ?? {}
  return Object.entries(settings).map(([key, setting]) => ({
    key,
    type: setting.type,
    title: setting.title,
    description: setting.description,
    isRequired: setting.required,
    isSensitive: setting.sensitive,
    isMultiple: setting.multiple,
    min: setting.min ?? null,
    max: setting.max ?? null,
    isStored: stored.has(key),
    texts: setting.sensitive ? [] : [...(before[key] ?? defaultTexts(setting, system))]
  }))
}

function getLinks({
  homepage,
  documentation,
  support,
  repository,
  privacy_policies: privacy
}: Manifest): BundleView['links'] {
  const all = [
    ['homepage', homepage],
    ['documentation', documentation],
    ['support', support],
    ['repository', typeof repository === 'string' ? repository : repository?.url],
    ...privacy.map((url) => ['privacy', url] as const)
  ] as const
  return all.flatMap(([kind, url]) => (url !== undefined && isHttps(url) ? [{ kind, url }] : []))
}

function isHttps(url: string): boolean {
  return canParseUrl(url) && new URL(url).protocol === 'https:'
}

/** Compares part by part. Parts that aren't numbers and suffixes after a hyphen don't make it newer. */
function isNewer(version: string, before: string): boolean {
  const parts = (text: string) =>
    (text.split(/[-+]/)[0] ?? '').split('.').map((part) => Number.parseInt(part, 10) || 0)
  const [one, other] = [parts(version), parts(before)]
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
