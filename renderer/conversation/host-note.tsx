/**
 * Something that happened between Parley and a server while the answer was written: a quiet line in it, with the
 * rounds of what the server asked inside its results.
 */
import { Info } from 'lucide-react'
import type { Exchange, NotePart } from '../../app/contract/conversations'
import { roundLimit } from '../../app/contract/round-limit'
import { VisibleText } from '../ui/hidden-characters'
import './host-note.css'

export function HostNote({ part }: { readonly part: NotePart }) {
  return (
    <div className="host-note" role="note">
      <Info size={14} aria-hidden />
      <div className="host-note-text">
        {part.serverName !== null && (
          <>
            <strong>
              <VisibleText text={part.serverName} />
            </strong>
            {' · '}
          </>
        )}
        <VisibleText text={part.text} />
        {part.isForModel && <span className="host-note-reader"> The model is told, too.</span>}
        {part.exchange !== undefined && <Rounds exchange={part.exchange} />}
      </div>
    </div>
  )
}

/** What belongs to one round may be told after the next has begun: a link is done late. */
function Rounds({ exchange }: { readonly exchange: Exchange }) {
  const { entries, toolName } = exchange
  const rounds = [...new Set(entries.map(({ round }) => round))].toSorted((one, other) => one - other)
  const textOf = (round: number) =>
    entries.flatMap((entry) => (entry.round === round ? entry.text : [])).join(' ')
  return (
    <ol className="host-note-rounds" aria-label={`Rounds of ${toolName}`}>
      {rounds.map((round) => (
        <li key={round}>
          <strong>
            {round >= roundLimit ? `Round ${round} of at most ${roundLimit}` : `Round ${round}`}
          </strong>
          {': '}
          <VisibleText text={textOf(round)} />
        </li>
      ))}
    </ol>
  )
}
