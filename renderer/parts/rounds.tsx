/** The rounds of one exchange with a server: what was asked in each and the outcome, one line per round. */
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import styles from './rounds.module.css'
import { parts } from '../../app/texts/compiled/window/parts'
import type { LocalizedText } from '../../app/contract/localized-text'
import { toText } from '../../app/texts/localized'

export interface RoundsProps {
  /** Accessible name of the list. */
  readonly label: string
  /** `round` counts from 1. An event may arrive after the next round has begun: a link is done late. */
  readonly entries: readonly { readonly round: number; readonly text: LocalizedText }[]
  /** The most rounds that a server gets. */
  readonly limit: number
}

export function Rounds({ label, entries, limit }: RoundsProps) {
  const rounds = [...new Set(entries.map(({ round }) => round))].toSorted((one, other) => one - other)
  const textOf = (round: number) =>
    entries.flatMap((entry) => (entry.round === round ? toText(entry.text) : [])).join(' ')
  return (
    <ol className={styles.rounds} aria-label={plainWithMarks(label)}>
      {rounds.map((round) => (
        <li key={round}>
          <strong>{round >= limit ? parts.lastRound({ round, limit }) : parts.round({ round })}</strong>
          {': '}
          <VisibleText text={textOf(round)} />
        </li>
      ))}
    </ol>
  )
}
