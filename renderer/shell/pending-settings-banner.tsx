/** A banner with the changes of the settings file that wait for approval, with old and new values. */
import type { PendingChanges } from '../../app/contract/settings'
import { shell } from '../../app/texts/compiled/window/shell'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useProjection } from '../state/projection'
import { TextWithElements, textSlot } from '../ui/base/text-with-elements'
import { VisibleText } from '../ui/base/hidden-characters'
import { Banner } from '../ui/controls/banner'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { GuardedButton } from '../ui/controls/guarded-button'
import { WholeText } from '../ui/untrusted/exact-text'
import { describeChange } from './describe-change'
import { readFileName } from './settings-banner'
import styles from './pending-settings-banner.module.css'

/** Takes no focus and covers nothing. Can't be dismissed, because an answer is required. */
export function PendingSettingsBanner() {
  const held = useProjection((state) => state.settings.held)
  if (held === undefined) return null
  // Other changes are another question, so its buttons are disabled for a moment.
  return <Held key={held.id} held={held} />
}

function Held({ held: { id, changes } }: { readonly held: PendingChanges }) {
  const path = useProjection((state) => state.settings.path)
  const { pending, failure, run } = useCommand()
  const answer = (isUsed: boolean) =>
    void run(() => call('settings.answer-waiting-change', { id, isUsed }), String(isUsed))
  return (
    <Banner
      tone="warning"
      actions={
        <div className={styles.heldAnswers} data-question={id}>
          <Button size="small" isBusy={pending === 'false'} onClick={() => answer(false)}>
            {shell.heldKeep()}
          </Button>
          <GuardedButton size="small" isBusy={pending === 'true'} onPress={() => answer(true)}>
            {shell.heldUse()}
          </GuardedButton>
        </div>
      }
    >
      <strong>
        <VisibleText text={shell.heldTitle({ file: readFileName(path) })} />
      </strong>
      <ul className={styles.heldChanges} aria-label={shell.heldChanges()} tabIndex={0}>
        {changes.map((change) => (
          <li key={JSON.stringify(change.path)}>
            <Difference {...describeChange(change)} />
          </li>
        ))}
      </ul>
      <FailureText text={failure} />
    </Banner>
  )
}

function Difference({ what, from, to }: ReturnType<typeof describeChange>) {
  return (
    <TextWithElements
      text={shell.heldFromTo({ what: textSlot('what'), from: textSlot('from'), to: textSlot('to') })}
      with={{
        what: <VisibleText text={what} />,
        from: (
          <del>
            <WholeText text={from} />
          </del>
        ),
        to: (
          <ins>
            <WholeText text={to} />
          </ins>
        )
      }}
    />
  )
}
