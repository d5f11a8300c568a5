/**
 * The only place that turns untrusted Markdown into elements. While a text streams, finished blocks are parsed once
 * and only the unfinished end is parsed again. Text that would freeze or break the window is not parsed: it is shown
 * as written, with a note.
 */
import { memo, useDeferredValue, useMemo, useRef } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { StreamingContext } from './code-block'
import { useDrawnCount } from './time-sliced-render'
import { LongText } from './json-view'
import styles from './markdown.module.css'
import { SettledContext, toElements } from './markdown-tree'
import { PlainText } from '../base/plain-text'
import { planMarkdown } from './plan-markdown'
import type { DrawnBlock } from './plan-markdown'
import { BlockSettler, finalBlocks } from './split-markdown'

export interface MarkdownProps {
  readonly text: string
  /** True while text is still appended. */
  readonly isStreaming?: boolean
}

/** Markdown (CommonMark and GitHub's additions) as elements. */
export function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const settler = useRef<BlockSettler>(null)
  const { pieces, rest } = useMemo(() => {
    settler.current ??= new BlockSettler()
    return planMarkdown(isStreaming ? settler.current.take(text) : finalBlocks(text, settler.current))
  }, [isStreaming, text])
  const drawnCount = useDrawnCount(pieces.map(({ cost }) => cost))
  // At the end of a long answer all blocks get their final parts in small steps.
  const isBeingWritten = useDeferredValue(isStreaming)
  return (
    <StreamingContext value={isBeingWritten}>
      <div className={styles.markdown}>
        {pieces.slice(0, drawnCount).map(({ blocks }) => (
          <Blocks key={blocks[0]?.block.start ?? 0} blocks={blocks} />
        ))}
        {rest !== '' && drawnCount >= pieces.length && <AsWritten text={rest} note={ui.restTooMuch()} />}
      </div>
    </StreamingContext>
  )
}

interface BlocksProps {
  readonly blocks: readonly DrawnBlock[]
}

const Blocks = memo(
  function Blocks({ blocks }: BlocksProps) {
    return blocks.map((drawn) => <Block key={drawn.block.start} drawn={drawn} />)
  },
  (before, after) =>
    before.blocks.length === after.blocks.length &&
    before.blocks.every((drawn, index) => drawn === after.blocks[index])
)

const Block = memo(function Block({ drawn }: { readonly drawn: DrawnBlock }) {
  const { block, source, plain, reason } = drawn
  return (
    <SettledContext value={block.isSettled}>
      {source !== '' && <Parsed source={source} />}
      {reason !== null && <AsWritten text={plain} note={notes[reason]()} />}
    </SettledContext>
  )
})

/** Parses when its source changes, not when the block settles. */
const Parsed = memo(function Parsed({ source }: { readonly source: string }) {
  return toElements(source) ?? <AsWritten text={source} note={ui.notLaidOut()} />
})

const notes = { deep: ui.nestedTooDeep, large: ui.tooMuch }

function AsWritten({ text, note }: { readonly text: string; readonly note: string }) {
  return (
    <div className={styles.asWritten}>
      <p className={styles.note} role="note">
        {note}
      </p>
      <LongText text={text}>{(shown) => <PlainText text={shown} />}</LongText>
    </div>
  )
}
