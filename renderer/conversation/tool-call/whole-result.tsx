/** A result that is too long for its call: how much is shown, and all of it in a dialog. */
import { useMemo, useState } from 'react'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { useRead } from '../../bridge/use-read'
import { ContentText } from '../../parts/content/content-text'
import { formatSize } from '../../ui/base/format'
import { StoredDataTarget, useWhenStoredRevealed, useWhenRevealed } from '../../ui/base/reveal-target'
import { nameInSentence } from '../../ui/base/offered-name'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { SaveButton } from '../../ui/controls/save-button'
import { CopyButton } from '../../ui/untrusted/code-block'
import { StructuredResult } from './structured-result'
import commonStyles from '../../parts/common.module.css'
import styles from './whole-result.module.css'

/** Stored text of a call, from a character on. */
export type ReadResult = (
  callId: string,
  from: number
) => Promise<{ readonly text: string; readonly length: number }>

export interface WholeResultProps {
  readonly part: ToolCallPart
  readonly read: ReadResult | undefined
}

/** A button `Open all of it`; nothing if the call shows everything. */
export function WholeResult({ part, read }: WholeResultProps) {
  const [isOpen, setIsOpen] = useState(false)
  useWhenStoredRevealed(() => setIsOpen(true))
  const { kept } = part
  if (kept === undefined || read === undefined) return null
  const size = formatSize(kept.length)
  return (
    <div className={commonStyles.wrapRow}>
      <p className={commonStyles.note}>{texts.beginningOfResult({ shown: formatSize(kept.shown), size })}</p>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {texts.openAllOfIt()}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        size="large"
        title={texts.wholeResult({ tool: nameInSentence(part.toolName) })}
        description={texts.keptForModel({ size })}
      >
        {isOpen && <Whole part={part} read={read} />}
      </Dialog>
    </div>
  )
}

function Whole({
  part: { callId, toolName },
  read
}: {
  readonly part: ToolCallPart
  readonly read: ReadResult
}) {
  const reading = useRead({ key: callId, read: () => readAll(callId, read) })
  if (reading.failure !== null) return <FailureText text={reading.failure} />
  if (reading.value === null) return <p className={commonStyles.note}>{texts.readingResult()}</p>
  return (
    <div data-hit-place={`whole ${callId}`}>
      <StoredDataTarget>
        <Text text={reading.value} name={toolName} />
      </StoredDataTarget>
    </div>
  )
}

async function readAll(callId: string, read: ReadResult): Promise<string> {
  const pieces: string[] = []
  let from = 0
  for (;;) {
    const { text, length } = await read(callId, from)
    pieces.push(text)
    from += text.length
    if (text === '' || from >= length) return pieces.join('')
  }
}

/** Characters that each press adds. Drawing a very long text at once would freeze the window. */
const step = 100_000
/** Longer JSON is shown unformatted. */
const parsedLimit = 1_000_000

function Text({ text, name }: { readonly text: string; readonly name: string }) {
  const data = useMemo(() => parse(text), [text])
  const [count, setCount] = useState(1)
  useWhenRevealed(({ words }) => setCount((shown) => Math.max(shown, blockOf(text, words))))
  const blocks = Array.from({ length: Math.min(count, Math.ceil(text.length / step)) }, (_, index) => index)
  const remaining = text.length - blocks.length * step
  return (
    <div className={commonStyles.stack2}>
      <div className={styles.actions}>
        <SaveButton
          name={name}
          mimeType={data === null ? 'text/plain' : 'application/json'}
          data={{ text }}
        />
        <CopyButton text={text} label={texts.copyResult()} />
      </div>
      <div className={styles.words} data-hit-words="result">
        {data !== null && <StructuredResult value={data} problems={[]} />}
        {data === null &&
          blocks.map((index) => (
            <ContentText key={index} text={text.slice(index * step, (index + 1) * step)} isWhole />
          ))}
      </div>
      {data === null && remaining > 0 && (
        <Button size="small" onClick={() => setCount(count + 1)}>
          {texts.showMoreOfIt({ size: formatSize(remaining) })}
        </Button>
      )}
    </div>
  )
}

/** Blocks up to the one with the first match. */
function blockOf(text: string, words: readonly string[]): number {
  const places = words.map((word) => text.indexOf(word)).filter((at) => at >= 0)
  return places.length === 0 ? 1 : Math.floor(Math.min(...places) / step) + 1
}

function parse(text: string): object | null {
  if (text.length > parsedLimit || !/^\s*[[{]/.test(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null // begins like JSON, but isn't
  }
}
