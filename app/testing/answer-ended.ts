import { expect, vi } from 'vitest'
import type { Message } from '../contract/conversations'
import type { Host } from '../host/host'
import { soon } from './soon'

/** The last answer of a conversation as soon as nothing is added to it any more. */
export async function answerEnded(host: Pick<Host, 'handlers'>, conversationId: string): Promise<Message> {
  let last: Message | undefined
  await vi.waitFor(async () => {
    const page = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 50 })
    last = page.messages.at(-1)
    expect(last).toMatchObject({ role: 'assistant' })
    expect(last?.state).not.toBe('streaming')
  }, soon)
  return last as Message
}
