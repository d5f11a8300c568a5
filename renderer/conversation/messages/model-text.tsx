/** Text of a model as Markdown. Its pages can be previewed. */
import { useMemo } from 'react'
import type { Message } from '../../../app/contract/conversations'
import { Markdown, type MarkdownProps } from '../../ui/untrusted/markdown'
import { PreviewContext } from '../../ui/untrusted/preview-button'

export interface ModelTextProps extends MarkdownProps {
  readonly message: Pick<Message, 'id' | 'conversationId'>
}

export function ModelText({ message: { id, conversationId }, ...markdown }: ModelTextProps) {
  const place = useMemo(() => ({ messageId: id, conversationId }), [id, conversationId])
  return (
    <PreviewContext value={place}>
      <Markdown {...markdown} />
    </PreviewContext>
  )
}
