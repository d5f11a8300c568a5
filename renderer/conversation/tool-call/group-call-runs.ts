/** Which calls fold to a line automatically. Pure. */
import type { MessagePart, ToolCallPart } from '../../../app/contract/conversations'

/**
 * A finished call after which the answer continued. What the user should know or wants to see stays open: errors,
 * changes, unusual results, pictures and sounds, and a result that is itself the answer.
 */
export function isFolded(part: ToolCallPart, isFollowed: boolean): boolean {
  return isFollowed && part.state === 'done' && !isRemarkable(part) && !hasMedia(part)
}

function isRemarkable({ isError, failure, review, outputProblems, lateAnswer }: ToolCallPart): boolean {
  return (
    isError ||
    failure !== null ||
    lateAnswer !== undefined ||
    (outputProblems ?? []).length > 0 ||
    (review !== undefined && review.decision !== 'passed')
  )
}

function hasMedia({ content }: ToolCallPart): boolean {
  return content.some(({ type }) => type === 'image' || type === 'audio')
}

/** Parts of an answer, with consecutive calls grouped. */
export function groupCallRuns(parts: readonly MessagePart[]): readonly (readonly MessagePart[])[] {
  const runs: MessagePart[][] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (part.type === 'tool-call' && last?.[0]?.type === 'tool-call') last.push(part)
    else runs.push([part])
  }
  return runs
}

/** Whether the answer continues after the part with text or another call, except a script's. */
export function isFollowed(parts: readonly MessagePart[], index: number): boolean {
  return parts
    .slice(index + 1)
    .some(
      (part) =>
        (part.type === 'tool-call' && part.scriptCallId === undefined) ||
        (part.type === 'text' && part.text !== '')
    )
}
