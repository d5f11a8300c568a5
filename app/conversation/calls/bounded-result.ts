/** Limits the size of results that are stored whole in their message because they can't be stored elsewhere. Pure. */
import { cutText } from '../../base/cut-text'
import { mapFields } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/content-blocks'
import type { JsonValue } from '../../contract/json'

/** Characters of all texts, and of JSON. */
const most = 1_000_000

interface Result {
  readonly content: ContentBlock[]
  readonly structuredContent: JsonValue | null
}

export function boundResult<R extends Partial<Result>>(result: R): R {
  const { content = [], structuredContent = null } = result
  let left = most
  const take = (words: string): string => {
    const taken = cutText(words, left)
    left = Math.max(0, left - words.length)
    return taken
  }
  const isDataLong = structuredContent !== null && JSON.stringify(structuredContent).length > most
  return {
    ...result,
    content: content.map((block) => mapFields(block, { words: take })),
    ...(isDataLong && { structuredContent: null })
  }
}
