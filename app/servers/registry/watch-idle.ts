/** Puts servers that start on use to sleep again when they were unused for as long as their entry says. */
import { schedule } from '../../base/schedule'
import { IdleWatch } from '../lifecycle/idle-watch'
import type { ConfiguredServer } from './configured-server'

export interface IdleOptions {
  /** True while a question to the user about the server is open. */
  readonly isAskedAbout: (serverName: string) => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** `report`: gets errors of putting a server to sleep, which are bugs. */
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
