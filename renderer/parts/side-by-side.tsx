/** Two texts side by side, line by line, one above the other where there is no room. Lines that are the same are folded. */
import { diffLines, diffWordsWithSpace } from 'diff'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { differences as texts } from '../../app/texts/compiled/window/differences'
import { Button } from '../ui/controls/button'
import { ExactText } from '../ui/untrusted/exact-text'
import styles from './side-by-side.module.css'

export interface SideBySideProps {
  readonly label: string
  /** null: this side has nothing. */
  readonly before: string | null
  readonly after: string | null
}

/** Shown around a difference. */
const context = 2
const mostRows = 400
/** Above this everything is shown as new. */
const mostEdits = 2_000
/** Longer lines are compared as a whole. */
const mostCharacters = 5_000

interface Row {
  /** Counts the rows. */
  readonly place: number
  readonly before: string | null
  readonly after: string | null
  readonly isSame: boolean
}

export function SideBySide({ label, before, after }: SideBySideProps) {
  const rows = useMemo(() => compareLines(before, after), [before, after])
  const [isWhole, setIsWhole] = useState(false)
  const folded = useMemo(() => findFolded(rows), [rows])
  const shown = isWhole ? rows : rows.filter(({ place }) => !folded.has(place))
  return (
    <div className={styles.frame}>
      <ol className={styles.rows} aria-label={label}>
        {shown.slice(0, mostRows).map((row) => (
          <li key={row.place} className={styles.row} data-same={row.isSame || undefined}>
            <Cells row={row} />
          </li>
        ))}
      </ol>
      {shown.length > mostRows && (
        <p className={styles.note}>{texts.moreLines({ count: shown.length - mostRows })}</p>
      )}
      {folded.size > 0 && (
        <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? texts.foldLines() : texts.showLines({ count: folded.size })}
        </Button>
      )}
    </div>
  )
}

/** `ins` and `del` carry the meaning for readers that can't see color. */
function Cells({ row: { before, after, isSame } }: { readonly row: Row }) {
  if (isSame)
    return (
      <>
        <Cell text={before} />
        <Cell text={after} isRepeated />
      </>
    )
  const parts =
    before !== null && after !== null && before.length + after.length < mostCharacters
      ? diffWordsWithSpace(before, after)
      : null
  const marked = (side: 'added' | 'removed', text: string | null): ReactNode =>
    parts === null ? (
      <ExactText text={text ?? ''} />
    ) : (
      parts
        .filter((part) => part[side] || (!part.added && !part.removed))
        .map((part, index) =>
          part[side] ? (
            <mark key={keyOf(index)}>
              <ExactText text={part.value} />
            </mark>
          ) : (
            <ExactText key={keyOf(index)} text={part.value} />
          )
        )
    )
  return (
    <>
      <div
        className={styles.cell}
        data-mark={before === null ? undefined : 'removed'}
        data-empty={before === null || undefined}
      >
        {before !== null && <del>{marked('removed', before)}</del>}
      </div>
      <div
        className={styles.cell}
        data-mark={after === null ? undefined : 'added'}
        data-empty={after === null || undefined}
      >
        {after !== null && <ins>{marked('added', after)}</ins>}
      </div>
    </>
  )
}

function Cell({ text, isRepeated = false }: { readonly text: string | null; readonly isRepeated?: boolean }) {
  return (
    <div
      className={styles.cell}
      data-repeated={isRepeated || undefined}
      aria-hidden={isRepeated || undefined}
    >
      <ExactText text={text ?? ''} />
    </div>
  )
}

/** Parts have no other identity than their place. */
function keyOf(index: number): string {
  return String(index)
}

function compareLines(before: string | null, after: string | null): readonly Row[] {
  const rows: Row[] = []
  const add = (old: string | null, now: string | null, isSame: boolean) =>
    rows.push({ place: rows.length, before: old, after: now, isSame })
  let removed: readonly string[] = []
  const flush = () => {
    for (const line of removed) add(line, null, false)
    removed = []
  }
  const parts =
    before === null || after === null
      ? null
      : diffLines(`${before}\n`, `${after}\n`, { maxEditLength: mostEdits })
  for (const part of parts ?? wholeParts(before, after)) {
    const lines = part.value.replace(/\n$/, '').split('\n')
    if (part.removed) {
      flush()
      removed = lines
    } else if (part.added) {
      for (const [index, line] of lines.entries()) add(removed[index] ?? null, line, false)
      removed = removed.slice(lines.length)
      flush()
    } else {
      flush()
      for (const line of lines) add(line, line, true)
    }
  }
  flush()
  return rows
}

/** If the two differ too much, or one is missing. */
function wholeParts(before: string | null, after: string | null) {
  return [
    ...(before === null ? [] : [{ value: before, removed: true, added: false }]),
    ...(after === null ? [] : [{ value: after, removed: false, added: true }])
  ]
}

/** Places of rows that are far from every difference. One or two are shown, because a button takes as much room. */
function findFolded(rows: readonly Row[]): ReadonlySet<number> {
  const far = rows.filter(({ place }) =>
    rows.slice(Math.max(0, place - context), place + context + 1).every(({ isSame }) => isSame)
  )
  return new Set(far.length > context ? far.map(({ place }) => place) : [])
}
