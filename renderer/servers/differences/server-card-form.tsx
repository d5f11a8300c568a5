/** Fetches the card of a server from the server's own host. */
import { differences as texts } from '../../../app/texts/compiled/window/differences'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import commonStyles from '../../parts/common.module.css'
import styles from './compare-panel.module.css'

export interface ServerCardFormProps {
  readonly serverName: string
  readonly host: string
  readonly onRead: (fileId: string) => void
}

export function ServerCardForm({ serverName, host, onRead }: ServerCardFormProps) {
  const { pending, failure, run } = useCommand()
  const fetchCard = async () => onRead((await call('difference.read-card', { serverName })).fileId)
  return (
    <div className={styles.entry}>
      <p className={commonStyles.smallNote}>{plainWithMarks(texts.cardHint({ host }))}</p>
      <FailureText text={failure} />
      <Button size="small" isBusy={pending !== null} onClick={() => void run(fetchCard)}>
        {texts.fetchCard()}
      </Button>
    </div>
  )
}
