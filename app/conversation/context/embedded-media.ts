/** Sends pictures and sounds inside embedded resources to models as media, after a line that names the resource. */
import { labelContentBlock } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/content-blocks'

export function withEmbeddedMedia(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  return blocks.flatMap((block) => {
    const media = block.type === 'resource' ? toMediaBlock(block) : null
    return media === null ? [block] : [{ type: 'text', text: `[${labelContentBlock(block)}]` }, media]
  })
}

type Bytes = Pick<Extract<ContentBlock, { type: 'resource' }>, 'mimeType' | 'text' | 'blob'>

/** null if the bytes are neither. */
export function toMediaBlock({ mimeType, text, blob }: Bytes): ContentBlock | null {
  if (text !== null || blob === null || mimeType === null) return null
  const type = /^(image|audio)\//.exec(mimeType)?.[1]
  return type === 'image' || type === 'audio' ? { type, mimeType, data: blob } : null
}
