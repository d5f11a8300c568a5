/**
 * Presses of the user, each noticed twice: by the browser process, which no script can reach, and by the preload, which
 * knows where in the page it was. Only both together are a press, and each counts once.
 */
import type { PressSeen } from '../../../app/contract/approval/press-report'

type HeardKind = Exclude<PressSeen['kind'], 'assistive'>

export interface Press extends Pick<PressSeen, 'isActivating' | 'places'> {
  readonly beganAt: number
  /** The first one after the window was hidden: the user hadn't read what it shows. */
  readonly isFirstInSight: boolean
  /** The questions that it may still approve; null: it approved nothing yet. */
  covers: readonly string[] | null
}

export interface Presses {
  /** To be called when the browser process forwards a press to the page. */
  hear(kind: HeardKind): void
  /** To be called when the preload sees it arrive. */
  report(press: PressSeen): void
  leaveSight(): void
  /** Of the last seconds, newest first. */
  recent(): readonly Press[]
  /** Whether there was any within the last minutes. */
  isPresent(): boolean
  /** Whether there was a click of assistive technology within the last seconds that the system doesn't confirm. */
  isAssistanceUnknown(): boolean
}

export interface PressesOptions {
  readonly now: () => number
  /** Whether the system reports assistive technology: its clicks bypass the browser process. */
  readonly isAssisted: () => boolean
}

/** An answer may be validated before it is sent. */
const lastsMs = 10_000
/** A user may read for a while before the next action. */
const presentMs = 300_000
/** How far the time that the page reports may differ from the time at which the press was noticed: both may be busy. */
const toleranceMs = lastsMs
const most = 100

export function createPresses({ now, isAssisted }: PressesOptions): Presses {
  const heard: { readonly kind: HeardKind; readonly at: number }[] = []
  const presses: Press[] = []
  let isBackInSight = false
  let uncountedAt = -Infinity

  /** When it was made: never later than it was noticed. null: it was not noticed. */
  const takeHeard = (kind: HeardKind, madeAt: number): number | null => {
    const distance = (at: number): number => Math.abs(at - madeAt)
    const fitting = heard.filter((item) => item.kind === kind && distance(item.at) < toleranceMs)
    const [nearest] = fitting.toSorted((one, other) => distance(one.at) - distance(other.at))
    if (nearest === undefined) return null
    heard.splice(heard.indexOf(nearest), 1)
    return Math.min(nearest.at, madeAt)
  }
  return {
    hear: (kind) => {
      heard.push({ kind, at: now() })
      if (heard.length > most) heard.shift()
    },
    report: ({ kind, age, isActivating, places }) => {
      const madeAt = now() - age
      const whenAssisted = isAssisted() ? madeAt : null
      const beganAt = kind === 'assistive' ? whenAssisted : takeHeard(kind, madeAt)
      if (beganAt === null) {
        if (kind === 'assistive') uncountedAt = now()
        return
      }
      presses.unshift({ beganAt, isActivating, places, isFirstInSight: isBackInSight, covers: null })
      presses.length = Math.min(presses.length, most)
      isBackInSight = false
    },
    leaveSight: () => {
      isBackInSight = true
    },
    isAssistanceUnknown: () => now() - uncountedAt < lastsMs,
    isPresent: () => presses.some(({ beganAt }) => now() - beganAt < presentMs),
    recent: () => presses.filter(({ beganAt }) => now() - beganAt < lastsMs)
  }
}
