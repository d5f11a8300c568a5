/** Lets servers that start when they are used fall asleep again, once nobody used them for as long as their entry says. */
import { schedule } from '../../base/schedule'
import { IdleWatch } from '../lifecycle/idle-watch'
import type { ConfiguredServer } from './configured-server'

export interface IdleOptions {
  /** Whether somebody is asked about the server right now. */
  readonly isAskedAbout: (serverName: string) => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** `report`: of falling asleep, which fails for bugs only. */
export function watchIdle(
  { isAskedAbout, now }: IdleOptions,
  find: (serverName: string) => ConfiguredServer | undefined,
  report: (error: unknown) => void
): IdleWatch {
  return new IdleWatch({
    limitOf: (serverName) => find(serverName)?.sleepsAfterMs ?? null,
    isAwaited: isAskedAbout,
    sleep: (serverName) => void find(serverName)?.sleep().catch(report),
    schedule,
    now
  })
}
