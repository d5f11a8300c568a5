/**
 * An event between Parley and a server while the answer was written: a quiet line, with the rounds of the server's
 * questions within its results.
 */
import { Info } from 'lucide-react'
import type { NotePart } from '../../../app/contract/conversations'
import { roundLimit } from '../../../app/contract/limits'
import { VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { AllowFolder } from '../../parts/allow-folder'
import { Rounds } from '../../parts/rounds'
import styles from './host-note.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { toText } from '../../../app/texts/localized'

export function HostNote({ part }: { readonly part: NotePart }) {
  return (
    <div className={styles.hostNote} role="note">
      <Info size={14} aria-hidden />
      <div className={styles.hostNoteText}>
        {part.serverName !== null && (
          <>
            <strong>
              <VisibleText text={part.serverName} />
            </strong>
            {' · '}
          </>
        )}
        <VisibleText text={toText(part.text)} />
        {part.isForModel && <span className={styles.hostNoteReader}>{` ${texts.modelIsTold()}`}</span>}
        {part.closedFolder !== undefined && part.serverName !== null && (
          <AllowFolder serverName={part.serverName} {...part.closedFolder} />
        )}
        {part.exchange !== undefined && (
          <Rounds
            label={texts.roundsOf({ name: nameInSentence(part.exchange.toolName) })}
            entries={part.exchange.entries}
            limit={roundLimit}
          />
        )}
      </div>
    </div>
  )
}
