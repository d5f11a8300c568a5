/** Why a bundle is refused, as the person reads it. */
import { HostError } from '../base/host-error'
import type { Said } from '../contract/said'
import { say } from '../texts/said'

/** Names inside of bundles may be long, and are only told of. */
const longestTold = 120

export function refuseBundle(reason: Said, options: ErrorOptions = {}): HostError {
  return new HostError('BUNDLE_REFUSED', reason, options)
}

export const problems = {
  notZip: () => refuseBundle(say('bundles.notZip')),
  tooLarge: (limit: string) => refuseBundle(say('bundles.tooLarge', { limit })),
  tooMany: (limit: number) => refuseBundle(say('bundles.tooMany', { limit })),
  bomb: (file: string) => refuseBundle(say('bundles.bomb', { file: told(file) })),
  damaged: (file: string) => refuseBundle(say('bundles.damaged', { file: told(file) })),
  locked: (file: string) => refuseBundle(say('bundles.locked', { file: told(file) })),
  overlap: (file: string) => refuseBundle(say('bundles.overlap', { file: told(file) })),
  unsafeName: (file: string) => refuseBundle(say('bundles.unsafeName', { file: told(file) })),
  sameName: (file: string, other: string) =>
    refuseBundle(say('bundles.sameName', { file: told(file), other: told(other) })),
  special: (file: string) => refuseBundle(say('bundles.special', { file: told(file) })),
  noManifest: () => refuseBundle(say('bundles.noManifest')),
  manifest: (reason: Said) => refuseBundle(say('bundles.badManifest', { reason }))
} as const

export function told(text: string): string {
  return text.length > longestTold ? `${text.slice(0, longestTold)}…` : text
}
