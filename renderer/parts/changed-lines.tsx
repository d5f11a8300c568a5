/** Two texts compared line by line: removed and added lines with context. In its own chunk. */
import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { StructuredPatchHunk } from 'diff'
import { ExactText } from '../ui/untrusted/exact-text'
import styles from './changed-lines.module.css'
import { consent } from '../../app/texts/compiled/window/consent'

/** A longer difference is unreadable. */
const mostLines = 400
/** Above this everything is shown as new. */
const mostDifferences = 2_000

export interface ChangedLinesProps {
  readonly before: string
  readonly after: string
  /** How many lines were removed and added. */
  readonly sum: (count: { readonly added: number; readonly removed: number }) => string
  /** Shown after it. */
  readonly note?: ReactNode
  /** The same for too many lines to draw. */
  readonly more: (count: number) => string
}

export function ChangedLines({ before, after, sum, note, more }: ChangedLinesProps) {
  const { hunks, added, removed } = useMemo(() => compare(before, after), [before, after])
  return (
    <>
      <p role="status">
        {sum({ added, removed })} {note}
      </p>
      <Hunks hunks={hunks} more={more} />
    </>
  )
}

interface HunksProps extends Pick<ChangedLinesProps, 'more'> {
  readonly hunks: readonly StructuredPatchHunk[]
}

function Hunks({ hunks, more }: HunksProps) {
  const lines = hunks.flatMap(({ lines: all, oldStart }, index) => [
    ...(index > 0 ? [{ text: `@${oldStart}`, at: `${oldStart} gap` }] : []),
    ...all.map((text, place) => ({ text, at: `${oldStart} ${place}` }))
  ])
  const remaining = lines.length - mostLines
  if (lines.length === 0) return null
  return (
    <>
      <ol className={styles.lines} aria-label={consent.writeLines()}>
        {lines.slice(0, mostLines).map(({ text, at }) => (
          <li key={at} data-mark={text[0]}>
            <Line text={text} />
          </li>
        ))}
      </ol>
      {remaining > 0 && <p>{more(remaining)}</p>}
    </>
  )
}

/** `ins` and `del` carry the meaning for readers that can't see color. */
function Line({ text }: { readonly text: string }) {
  const [mark] = text
  const words = text.length > 1 && <ExactText text={text.slice(1)} />
  if (mark === '@') return <span className={styles.gap} aria-hidden />
  return (
    <>
      <span className={styles.sign} aria-hidden>
        {mark === '-' ? '−' : mark}
      </span>
      {mark === '+' ? <ins>{words}</ins> : mark === '-' ? <del>{words}</del> : <span>{words}</span>}
    </>
  )
}

function compare(before: string, after: string) {
  const even = (each: string) => each.replaceAll('\r\n', '\n')
  const options = { context: 3, maxEditLength: mostDifferences }
  const patch = structuredPatch('', '', even(before), even(after), '', '', options)
  const hunks = patch?.hunks ?? [wholeHunk(even(before), even(after))]
  const count = (sign: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0)
  return { hunks, added: count('+'), removed: count('-') }
}

/** If the two differ too much: still correct, only longer. */
function wholeHunk(before: string, after: string): StructuredPatchHunk {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const lines = [...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)]
  return { oldStart: 1, oldLines: old.length, newStart: 1, newLines: fresh.length, lines }
}
