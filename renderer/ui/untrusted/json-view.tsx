/** Readable JSON: indented, colored, hidden characters marked, long values behind a button. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { Button } from '../controls/button'
import { plainWithMarks, VisibleText } from '../base/hidden-characters'
import { formatSize } from '../base/format'
import { useWhenRevealed } from '../base/reveal-target'
import { classNames } from '../base/class-names'
import codeBlockStyles from './code-block.module.css'

/** Characters shown before the rest must be requested. */
const shownLimit = 20_000

/** Characters shown for a search hit: as many as any search reads. */
const ledLimit = 300_000

/** Values whose JSON is no longer than this are on one line with `isCompact`. */
const lineLimit = 88

export interface JsonViewProps {
  readonly value: unknown
  /** Names the region for screen readers, e.g. `Arguments`. */
  readonly label: string
  /** Short values on one line, without a frame. */
  readonly isCompact?: boolean
  /** Numbers of lines that are marked, from 0. Not with `isCompact`. */
  readonly markedLines?: ReadonlySet<number>
}

export function JsonView({ value, label, isCompact = false, markedLines }: JsonViewProps) {
  const text = toText(value, isCompact)
  return (
    <LongText text={text}>
      {(shown) => (
        <pre
          className={
            isCompact
              ? classNames(codeBlockStyles.jsonView, codeBlockStyles.jsonViewCompact)
              : classNames(codeBlockStyles.jsonView, codeBlockStyles.codeBlock)
          }
          tabIndex={0}
          role="group"
          aria-label={plainWithMarks(label)}
        >
          <code>
            {markedLines === undefined || markedLines.size === 0
              ? colouredIfShort(shown)
              : splitLines(shown).map(({ start, text: line }, index) => (
                  <Line key={start} text={line} isMarked={markedLines.has(index)} />
                ))}
          </code>
        </pre>
      )}
    </LongText>
  )
}

function toText(value: unknown, isCompact: boolean): string {
  const lines = JSON.stringify(value, null, 2) ?? 'undefined'
  if (!isCompact || lines.length > 2 * lineLimit) return lines
  // Line breaks inside strings are escaped, so the remaining ones are only indentation.
  const line = lines.replace(/\n\s*/g, ' ')
  return line.length <= lineLimit ? line : lines
}

/** Gives its child the first 20,000 characters and, on request, all of them. */
export function LongText(props: { readonly text: string; readonly children: (shown: string) => ReactNode }) {
  const [limit, setLimit] = useState(shownLimit)
  useWhenRevealed(() => setLimit(ledLimit))
  const isCut = props.text.length > limit
  return (
    <>
      {props.children(isCut ? `${props.text.slice(0, limit)}…` : props.text)}
      {isCut && (
        <Button size="small" onClick={() => setLimit(Number.POSITIVE_INFINITY)}>
          {ui.showAll({ size: formatSize(props.text.length) })}
        </Button>
      )}
    </>
  )
}

function colouredIfShort(text: string): ReactNode {
  return text.length <= shownLimit ? coloured(text) : <VisibleText text={text} />
}

/** Lines with the place at which they start. */
function splitLines(text: string): readonly { readonly start: number; readonly text: string }[] {
  let start = 0
  return text.split('\n').map((line) => {
    const place = start
    start += line.length + 1
    return { start: place, text: line }
  })
}

function Line({ text, isMarked }: { readonly text: string; readonly isMarked: boolean }) {
  const content = (
    <>
      {colouredIfShort(text)}
      {'\n'}
    </>
  )
  return isMarked ? <mark className={codeBlockStyles.jsonViewMark}>{content}</mark> : content
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function coloured(text: string): ReactNode[] {
  const nodes: ReactNode[] = []
  let start = 0
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match
    nodes.push(text.slice(start, match.index))
    const kind = string === undefined ? 'hljs-number' : colon === undefined ? 'hljs-string' : 'hljs-attr'
    nodes.push(
      <span key={match.index} className={kind}>
        <VisibleText text={string ?? whole} />
      </span>,
      colon ?? ''
    )
    start = match.index + whole.length
  }
  nodes.push(<VisibleText key="rest" text={text.slice(start)} />)
  return nodes
}
