/** The one handler of the program: every call of the window comes in here, and only from our window. */
import { ipcMain, type WebContents } from 'electron'
import { say } from '../../app/texts/said'
import { HostError, toFailure } from '../../app/base/host-error'
import type { Logger } from '../../app/base/logger'
import { callChannel } from '../../app/contract/bridge'
import type { Result } from '../../app/contract/failure'
import { isTrustedSender } from './approval/trusted-sender'

/** Never rejects: a rejected `invoke` would keep nothing but a message. */
export type AnswerCall = (name: unknown, input: unknown) => Promise<Result<unknown>>

export interface Serving {
  /** The window may call before the core stands; its calls wait for it. */
  readonly answering: Promise<AnswerCall>
  /** The contents of our window, null while there is none. */
  readonly contents: () => WebContents | null
  readonly log: Logger
}

export function serveCalls({ answering, contents, log }: Serving): void {
  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    const sender = { frame: event.senderFrame, contentsId: event.sender.id }
    if (!isTrustedSender(sender, contents()?.id ?? null)) {
      log.warn('a call from a foreign sender was refused')
      const error = new HostError('BRIDGE_FORBIDDEN_SENDER', say('host.foreignPage'))
      return { ok: false, error: toFailure(error) }
    }
    try {
      return await (
        await answering
      )(name, input)
    } catch (error) {
      return { ok: false, error: toFailure(error) } // the core did not start; its failure is logged there
    }
  })
}
