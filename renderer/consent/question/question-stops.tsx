/** Buttons that stop the call of a question, or its server, which could ask again and again. */
import type { ElicitationQuestion } from '../../../app/contract/questions/questions'
import { consent } from '../../../app/texts/compiled/window/consent'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { FailureText } from '../../ui/controls/failure-text'
import { GuardedButton } from '../../ui/controls/guarded-button'
import styles from './question-stops.module.css'

/** The origin of a server's request. */
export type RequestOfServer = Pick<
  ElicitationQuestion,
  'id' | 'conversationId' | 'callId' | 'exchange' | 'round' | 'isFromView'
>

export function QuestionStops({ request }: { readonly request: RequestOfServer }) {
  const { pending, failure, run } = useCommand()
  const cause = causeOf(request)
  const stop = (what: 'call' | 'server') =>
    void run(() => call('consent.stop', { questionId: request.id, what }), what)
  return (
    <div className={styles.questionStops}>
      {cause !== null && (
        <GuardedButton
          variant="quiet"
          disabled={pending !== null}
          isBusy={pending === 'call'}
          onPress={() => stop('call')}
        >
          {cause}
        </GuardedButton>
      )}
      <GuardedButton
        variant="quiet"
        disabled={pending !== null}
        isBusy={pending === 'server'}
        onPress={() => stop('server')}
      >
        {consent.stopServer()}
      </GuardedButton>
      <FailureText text={failure} />
    </div>
  )
}

/** Null if the cause of the request is unknown. */
function causeOf({ callId, exchange, isFromView }: RequestOfServer): string | null {
  if (isFromView === true) return consent.closeApp()
  if (exchange !== undefined)
    return exchange.occasion.kind === 'resource' ? consent.stopReading() : consent.stopPrompt()
  return callId === null ? null : consent.stopCall()
}
