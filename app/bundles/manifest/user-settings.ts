/** Values that a bundle asks the user for: initial content of the fields, and validation. */
import path from 'node:path'
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { fillInPlace, type BundlePlace, type SettingTexts } from './launch'
import type { UserSetting } from './manifest'

/** Texts of a default; a secret has none. */
export function defaultTexts({ default: given, sensitive, type }: UserSetting, place: BundlePlace): string[] {
  if (given === undefined || sensitive) return []
  const texts = Array.isArray(given) ? given : [String(given)]
  const isPath = type === 'directory' || type === 'file'
  return texts.filter((text) => text !== '').map((text) => (isPath ? fillInPlace(text, place) : text))
}

/**
 * The values for the command, by setting key. `texts`: the user's input with entered secrets. `kept`: keys of stored
 * secrets. @throws HostError BUNDLE_SETTINGS (data: problems)
 */
export function checkSettings(
  settings: Readonly<Record<string, UserSetting>>,
  texts: SettingTexts,
  kept: ReadonlySet<string>
): void {
  const problems = Object.entries(settings).flatMap(([key, setting]) => {
    const given = texts[key] ?? []
    const problem = given.length === 0 && kept.has(key) ? null : getProblem(setting, given)
    return problem === null ? [] : [{ key, title: setting.title, problem }]
  })
  const [first] = problems
  if (first === undefined) return
  const text = say('bundles.settingWrong', { title: first.title, problem: first.problem })
  throw new HostError('BUNDLE_SETTINGS', text, { data: { problems } })
}

function getProblem(setting: UserSetting, texts: readonly string[]): LocalizedText | null {
  if (texts.length === 0) return setting.required ? say('bundles.settingMissing') : null
  if (texts.length > 1 && !setting.multiple) return say('bundles.settingOnce')
  for (const text of texts) {
    const problem = problemOfText(setting, text)
    if (problem !== null) return problem
  }
  return null
}

function problemOfText({ type, min, max }: UserSetting, text: string): LocalizedText | null {
  if (text.includes('\0') || text.length > 20_000) return say('bundles.settingText')
  if (type === 'boolean') return /^(?:true|false)$/.test(text) ? null : say('bundles.settingSwitch')
  if (type === 'directory' || type === 'file')
    return path.isAbsolute(text) ? null : say('bundles.settingPath')
  if (type !== 'number') return null
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) return say('bundles.settingNumber')
  if (min !== undefined && value < min) return say('bundles.settingLeast', { limit: min })
  if (max !== undefined && value > max) return say('bundles.settingMost', { limit: max })
  return null
}
