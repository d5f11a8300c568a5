/**
 * After several equal approvals: the narrowest permission that fits them all, offered above the message field.
 * Nothing waits for it.
 */
import { createPortal } from 'react-dom'
import type { PermissionSuggestion } from '../../../app/contract/consent-view'
import { describeCondition, nameArgument } from '../../../app/texts/condition-texts'
import { toText } from '../../../app/texts/localized'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useStripPlace } from '../../parts/question-places-view-store'
import { useProjection } from '../../state/projection'
import { formatList } from '../../ui/base/format'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { GuardedButton } from '../../ui/controls/guarded-button'
import commonStyles from '../../parts/common.module.css'
import styles from './suggested-permission.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

/** Takes no focus and covers nothing. */
export function SuggestedPermission({ conversationId }: { readonly conversationId: string | null }) {
  const place = useStripPlace()
  const habit = useProjection(({ consent: { habits } }) =>
    habits?.find((each) => each.conversationId === conversationId)
  )
  if (place === null || habit === undefined) return null
  return createPortal(<Offer key={habit.id} habit={habit} />, place)
}

function Offer({ habit }: { readonly habit: PermissionSuggestion }) {
  const { id: habitId, serverName, calls } = habit
  const { pending, failure, run } = useCommand()
  const tool = nameInSentence(habit.toolName)
  const title = consent.habitTitle({ tool, server: serverName })
  return (
    <section className={styles.habit} aria-label={plainWithMarks(title)} data-question={habitId}>
      <div role="status" className={styles.habitWords}>
        <strong>
          <VisibleText text={title} />
        </strong>
        <p>
          <VisibleText text={consent.habitNote({ count: calls })} />
        </p>
        <Limits habit={habit} />
        <FailureText text={failure} />
      </div>
      <div className={commonStyles.wrap}>
        <Button
          size="small"
          isBusy={pending === 'leave'}
          onClick={() =>
            void run(
              () => call('consent.answer-suggestion', { suggestionId: habitId, isAccepted: false }),
              'leave'
            )
          }
        >
          {consent.habitLeave()}
        </Button>
        <GuardedButton
          size="small"
          isBusy={pending === 'take'}
          onPress={() =>
            void run(
              () => call('consent.answer-suggestion', { suggestionId: habitId, isAccepted: true }),
              'take'
            )
          }
        >
          {consent.habitTake()}
        </GuardedButton>
      </div>
    </section>
  )
}

function Limits({ habit: { conditions, free } }: { readonly habit: PermissionSuggestion }) {
  if (conditions.length === 0) return <p>{consent.habitNoLimit()}</p>
  return (
    <>
      <ul className={styles.habitLimits} aria-label={consent.limits()}>
        {conditions.map((condition) => (
          <li key={JSON.stringify(condition)}>
            <VisibleText text={consent.onlyWhile({ limit: toText(describeCondition(condition)) })} />
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <p>
          <VisibleText text={consent.habitFree({ names: formatList(free.map(wordsOfName)) })} />
        </p>
      )}
    </>
  )
}

const wordsOfName = (pointer: string): string => toText(nameArgument(pointer))
