/** Why a bundle is rejected, as a message for the user. */
import { HostError } from '../base/host-error'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'

/** Characters of a shown name. */
const longestTold = 120

export function refuseBundle(reason: LocalizedText, options: ErrorOptions = {}): HostError {
  return new HostError('BUNDLE_REFUSED', reason, options)
}

export const problems = {
  notZip: () => refuseBundle(say('bundles.notZip')),
  tooLarge: (limit: string) => refuseBundle(say('bundles.tooLarge', { limit })),
  tooMany: (limit: number) => refuseBundle(say('bundles.tooMany', { limit })),
  bomb: (file: string) => refuseBundle(say('bundles.bomb', { file: describeBundleProblem(file) })),
  damaged: (file: string) => refuseBundle(say('bundles.damaged', { file: describeBundleProblem(file) })),
  locked: (file: string) => refuseBundle(say('bundles.locked', { file: describeBundleProblem(file) })),
  overlap: (file: string) => refuseBundle(say('bundles.overlap', { file: describeBundleProblem(file) })),
  unsafeName: (file: string) =>
    refuseBundle(say('bundles.unsafeName', { file: describeBundleProblem(file) })),
  sameName: (file: string, other: string) =>
    refuseBundle(
      say('bundles.sameName', { file: describeBundleProblem(file), other: describeBundleProblem(other) })
    ),
  special: (file: string) => refuseBundle(say('bundles.special', { file: describeBundleProblem(file) })),
  noManifest: () => refuseBundle(say('bundles.noManifest')),
  manifest: (reason: LocalizedText) => refuseBundle(say('bundles.badManifest', { reason }))
} as const

export function describeBundleProblem(text: string): string {
  return text.length > longestTold ? `${text.slice(0, longestTold)}…` : text
}
