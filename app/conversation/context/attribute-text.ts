/** Splits what is sent to a model into pieces with their author. Pure. */
import type { ContentBlock } from '../../contract/content-blocks'
import type { PartText } from '../../contract/models/request-parts'
import type { ModelContent, ModelMessage } from '../../models/model'

/** Text that is not part of the conversation. */
export function quoteNotice(text: string): PartText {
  return { by: null, text }
}

/** Adjacent pieces of one author are joined. */
export function attributeText({ role, content }: ModelMessage): readonly PartText[] {
  const pieces: PartText[] = []
  for (const one of content) {
    const next = { by: speakerOf(role, one), text: textOf(one) }
    const last = pieces.at(-1)
    if (last?.by === next.by && next.by !== 'call' && next.by !== 'result')
      pieces.splice(-1, 1, { ...last, text: `${last.text}\n${next.text}` })
    else pieces.push(next)
  }
  return pieces
}

function speakerOf(role: ModelMessage['role'], { type }: ModelContent): PartText['by'] {
  if (type === 'tool-call') return 'call'
  if (type === 'tool-result') return 'result'
  return role === 'user' ? 'person' : 'model'
}

function textOf(content: ModelContent): string {
  switch (content.type) {
    case 'text':
    case 'thinking':
      return content.text
    case 'tool-call':
      return `${content.name} ${laidOut(content.arguments)}`
    case 'tool-result':
      return content.content.map(blockText).join('\n')
    case 'block':
      return blockText(content.block)
    default:
      return laidOut(content)
  }
}

function blockText(block: ContentBlock): string {
  return block.type === 'text' ? block.text : laidOut(block)
}

/** Media are shown by size, because base64 says nothing to a reader. */
function laidOut(value: unknown): string {
  return JSON.stringify(
    value,
    (name, one: unknown) =>
      (name === 'data' || name === 'blob') && typeof one === 'string' && one.length > 200
        ? `[${one.length} characters of base64]`
        : one,
    2
  )
}
