/** What the model wrote right before the call: its reason, if it gave one, which proves nothing. */
import { useProjection } from '../../state/projection'
import type { Message } from '../../../app/contract/conversations'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { VisibleText } from '../../ui/base/hidden-characters'
import { consent } from '../../../app/texts/compiled/window/consent'
import styles from './model-text.module.css'

const longest = 300

/** Nothing if the conversation isn't loaded, or the model wrote nothing in that step. */
export function ModelText({ question }: { readonly question: ToolCallQuestion }) {
  const words = useProjection(({ threads }) =>
    wordsBefore(threads[question.conversationId]?.messages ?? [], question.callId)
  )
  if (words === null) return null
  return (
    <figure className={styles.modelWords}>
      <figcaption>{consent.modelWroteBefore()}</figcaption>
      <blockquote>
        <VisibleText text={words} />
      </blockquote>
    </figure>
  )
}

/** The last paragraph of the same step; a long one is cut at its beginning. */
function wordsBefore(messages: readonly Message[], callId: string): string | null {
  const parts = messages.findLast(({ parts: all }) => all.some((part) => isCall(part, callId)))?.parts ?? []
  const at = parts.findIndex((part) => isCall(part, callId))
  const call = parts[at]
  if (call?.type !== 'tool-call') return null
  const text = parts
    .slice(0, at)
    .flatMap((part) => (part.type === 'text' && part.step === call.step ? [part.text] : []))
    .join('')
  const last =
    text
      .trim()
      .split(/\n\s*\n/)
      .at(-1)
      ?.trim() ?? ''
  if (last === '') return null
  return last.length > longest ? `…${last.slice(-longest)}` : last
}

function isCall(part: Message['parts'][number], callId: string): boolean {
  return part.type === 'tool-call' && part.callId === callId
}
