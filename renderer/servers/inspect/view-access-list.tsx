/** The permanent answers about what views of a server may use, with the way back. */
import type { ViewAccess } from '../../../app/contract/consent/view-access'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { viewPermissionNames } from '../../parts/view-permission-names'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import partStyles from '../status/server-parts.module.css'
import styles from './inspect-panel.module.css'

export function ViewAccessList({ serverName }: { readonly serverName: string }) {
  const access = useProjection((state) => state.consent.viewAccess)
  const { pending, failure, run } = useCommand()
  const shown = (access ?? []).filter((each) => each.serverName === serverName)
  if (shown.length === 0) return null
  return (
    <section className={partStyles.inspectSection} aria-label={texts.viewAccess()}>
      <h4 className={partStyles.inspectHeading}>{texts.viewAccess()}</h4>
      <dl className={styles.inspectCapabilities}>
        {shown.map(({ subject, isAllowed }) => {
          const name = nameSubject(subject)
          return (
            <div key={`${subject.type} ${name}`} className={styles.inspectCapability}>
              <dt>
                <VisibleText text={name} />
              </dt>
              <dd>
                {isAllowed ? texts.reachAllowed() : texts.reachNever()}{' '}
                <Button
                  size="small"
                  aria-label={plainWithMarks(
                    isAllowed ? texts.takeBackOf({ host: name }) : texts.askAgainOf({ host: name })
                  )}
                  isBusy={pending === name}
                  onClick={() =>
                    void run(() => call('consent.revoke', { kind: 'view-access', serverName, subject }), name)
                  }
                >
                  {isAllowed ? texts.takeBack() : texts.askAgain()}
                </Button>
              </dd>
            </div>
          )
        })}
      </dl>
      <FailureText text={failure} />
    </section>
  )
}

function nameSubject(subject: ViewAccess['subject']): string {
  return subject.type === 'host' ? subject.host : viewPermissionNames[subject.permission]()
}
