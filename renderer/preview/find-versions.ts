/** Finds the versions of a page in the answers of a conversation. */
import type { Message } from '../../app/contract/conversations'
import type { PreviewedCode } from '../ui/base/host-actions'
import { findBlocks, type PageBlock } from './find-blocks'

export interface PageVersion extends PageBlock {
  readonly messageId: string
}

type Answer = Pick<Message, 'id' | 'role' | 'parts'>

/** Share of lines that an edited page keeps. */
const keptShare = 0.5

/**
 * Oldest first. A later block is a version of an earlier page of the same kind if it has the same title, or keeps most
 * of its lines. Two blocks of one answer are two pages unless they have the same title.
 */
export function findVersions(
  messages: readonly Answer[],
  { kind, code, messageId }: PreviewedCode
): readonly PageVersion[] {
  const pages: PageVersion[][] = []
  for (const block of listBlocks(messages)) {
    if (block.kind !== kind) continue
    const page = pages.findLast((versions) => isVersion(versions.at(-1), block))
    if (page === undefined) pages.push([block])
    // A page that an answer repeats unchanged has no new version.
    else if (page.at(-1)?.code !== block.code) page.push(block)
  }
  const own = pages.find((versions) =>
    versions.some((version) => version.messageId === messageId && version.code === code)
  )
  const repeated = pages.find((versions) => versions.some((version) => version.code === code))
  return own ?? repeated ?? [{ kind, code, messageId, title: null }]
}

function listBlocks(messages: readonly Answer[]): readonly PageVersion[] {
  return messages.flatMap(({ id, role, parts }) => {
    if (role !== 'assistant') return []
    const blocks = parts.flatMap((part) => (part.type === 'text' ? findBlocksOnce(part) : []))
    return blocks.map((block) => ({ ...block, messageId: id }))
  })
}

/** By part of a message, which is a new object with each change. */
const found = new WeakMap<object, readonly PageBlock[]>()

function findBlocksOnce(part: { readonly text: string }): readonly PageBlock[] {
  const known = found.get(part)
  if (known !== undefined) return known
  const blocks = findBlocks(part.text)
  found.set(part, blocks)
  return blocks
}

function isVersion(before: PageVersion | undefined, block: PageVersion): boolean {
  if (before === undefined) return false
  if (before.title !== null && before.title === block.title) return true
  return before.messageId !== block.messageId && shareKept(before.code, block.code) >= keptShare
}

/** Of the longer one's lines, those that both have. */
function shareKept(before: string, after: string): number {
  const [old, now] = [readLines(before), readLines(after)]
  const counts = new Map<string, number>()
  for (const line of old) counts.set(line, (counts.get(line) ?? 0) + 1)
  let kept = 0
  for (const line of now) {
    const count = counts.get(line) ?? 0
    if (count === 0) continue
    counts.set(line, count - 1)
    kept += 1
  }
  return kept / Math.max(old.length, now.length, 1)
}

function readLines(code: string): readonly string[] {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
