/**
 * Lets the user review attached resources and prompts of servers whose results are reviewed, before they become part of
 * the message. If the user refuses one, nothing is sent.
 */
import { HostError } from '../../base/host-error'
import type { Ask } from '../../consent/interface'
import type { ContentBlock } from '../../contract/content-blocks'
import type { PromptPart, ResourcePart } from '../../contract/conversations'
import { say } from '../../texts/render-localized'

export interface AttachmentReview {
  readonly conversationId: string
  readonly signal: AbortSignal
  readonly consent: { readonly ask: Pick<Ask, 'tool-result'> }
  readonly isReviewed: (serverName: string) => boolean
  readonly newId: () => string
}

type AttachedPart = ResourcePart | PromptPart

/** Asks one by one. @throws HostError TOOL_CANCELLED if one is refused */
export async function reviewAttachments(
  parts: readonly AttachedPart[],
  review: AttachmentReview
): Promise<AttachedPart[]> {
  const passed: AttachedPart[] = []
  for (const part of parts) passed.push(isToReview(part, review) ? await reviewPart(part, review) : part)
  return passed
}

/** The user has read the whole message of a view. */
function isToReview(part: AttachedPart, { isReviewed }: AttachmentReview): boolean {
  return isReviewed(part.serverName) && !(part.type === 'resource' && part.fromView === 'message')
}

async function reviewPart(part: AttachedPart, review: AttachmentReview): Promise<AttachedPart> {
  const { conversationId, signal, consent, newId } = review
  const { serverName, name } = part
  const subject = { conversationId, callId: newId(), serverName, toolName: name, what: part.type }
  const decision = await consent.ask['tool-result'](
    { ...subject, content: contentOf(part), structuredContent: null, isError: false },
    signal
  )
  if (decision.type === 'passed') return part
  if (decision.type === 'changed') return withContent(part, decision.content)
  const text = signal.aborted
    ? say('conversation.stoppedBeforeRead')
    : say('conversation.notPassed', { name })
  throw new HostError('TOOL_CANCELLED', text)
}

function contentOf(part: AttachedPart): ContentBlock[] {
  return part.type === 'resource'
    ? part.contents.map(({ meta: _meta, ...content }) => ({ type: 'resource', ...content }))
    : part.messages.map(({ content }) => content)
}

/** Removes emptied messages of a prompt. If one was removed, the others get the user role. */
function withContent(part: AttachedPart, content: readonly ContentBlock[]): AttachedPart {
  if (part.type === 'resource') {
    const kept = content.flatMap((block) => (block.type === 'resource' ? [block] : []))
    return { ...part, contents: kept.map(({ type: _type, ...rest }) => rest) }
  }
  const isWhole = content.length === part.messages.length
  const roleAt = (index: number) => (isWhole ? (part.messages[index]?.role ?? 'user') : 'user')
  return { ...part, messages: content.map((block, index) => ({ role: roleAt(index), content: block })) }
}
