/** Warnings of questions: texts of the core with the level from `app/contract/consent/warning-levels.ts`. */
import type { Warning } from '../contract/localized-text'
import { calmerLevels, warningLevels } from '../contract/consent/warning-levels'
import type { CalmPlace, WarningKey, WarningLevel } from '../contract/consent/warning-levels'
import { say } from './render-localized'

type Sayable<Key extends WarningKey> = Parameters<typeof say<Key>>

/** `warn('trust.shell', { program: 'bash' })` */
export function warn<Key extends WarningKey>(...said: Sayable<Key>): Warning {
  return { ...say(...said), level: warningLevels[said[0]] }
}

/** Lowers or drops warnings that describe something normal at that place. */
export function calmFor(place: CalmPlace, warnings: readonly Warning[]): readonly Warning[] {
  const calmer: Readonly<Record<string, WarningLevel | null>> = calmerLevels[place]
  return warnings.flatMap((warning) => {
    const level = Object.hasOwn(calmer, warning.text) ? calmer[warning.text] : warning.level
    return level == null ? [] : { ...warning, level }
  })
}
