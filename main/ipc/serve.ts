/**
 * The only IPC handler: receives every call of a window, accepts only Parley's windows, and answers each as that
 * window.
 */
import { ipcMain } from 'electron'
import { say } from '../../app/texts/render-localized'
import { HostError, toFailure } from '../../app/base/host-error'
import type { Logger } from '../../app/base/logger'
import { callChannel } from '../../app/contract/bridge/bridge'
import type { Result } from '../../app/contract/failure'
import { isTrustedSender } from './approval/trusted-sender'

/** Never rejects: a rejected `invoke` would keep only a message. */
export type AnswerCall = (name: unknown, input: unknown) => Promise<Result<unknown>>

export interface Serving {
  /** A window may call before the core is ready. Its calls wait. null: the window has been closed meanwhile. */
  readonly answering: Promise<(contentsId: number) => AnswerCall | null>
  /** Whether these contents belong to one of Parley's windows. */
  readonly isOurs: (contentsId: number) => boolean
  readonly log: Logger
}

export function serveCalls({ answering, isOurs, log }: Serving): void {
  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    const contentsId = event.sender.id
    const sender = { frame: event.senderFrame, contentsId }
    if (!isTrustedSender(sender, isOurs(contentsId) ? contentsId : null)) {
      log.warn('a call from another sender was rejected')
      return { ok: false, error: toFailure(foreign()) }
    }
    try {
      const answer = (await answering)(contentsId)
      if (answer === null) throw foreign()
      return await answer(name, input)
    } catch (error) {
      return { ok: false, error: toFailure(error) } // the core didn't start, which is logged there
    }
  })
}

function foreign(): HostError {
  return new HostError('BRIDGE_FORBIDDEN_SENDER', say('host.foreignPage'))
}
