/** A call with which a model continued to read a result. It is Parley's own tool on another tool's text. */
import type { ToolCallPart } from '../../../app/contract/conversations'
import { readToolName } from '../../../app/contract/content/tool-token-limit'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import commonStyles from '../../parts/common.module.css'

export function isContinuedReading({ serverName, modelToolName }: ToolCallPart): boolean {
  return serverName === null && modelToolName === readToolName
}

/** Which result it read, and which part. */
export function ContinuedReadingSource({ part: { readOf, content } }: { readonly part: ToolCallPart }) {
  if (readOf === undefined) return null
  const { toolName, serverName, from, length } = readOf
  const [block] = content
  const end = from + (block?.type === 'text' ? block.text.length : 0)
  return (
    <p className={commonStyles.note}>
      <VisibleText
        text={texts.readOnIn({ tool: nameInSentence(toolName), server: serverName, from, end, length })}
      />
    </p>
  )
}
