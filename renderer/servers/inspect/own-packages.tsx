/** Packages that were fetched for a sandboxed server: version, hash, and a button that fetches them again. */
import { isFetchedApart } from '../../../app/contract/consent/unsandboxable'
import type { ServerView } from '../../../app/contract/servers'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import partStyles from '../status/server-parts.module.css'
import styles from './inspect-panel.module.css'

export function OwnPackages({ server }: { readonly server: ServerView }) {
  const trusted = useProjection(({ consent }) =>
    consent.trustedServers.find(({ serverName }) => serverName === server.name)
  )
  const { pending, failure, run } = useCommand()
  const packages = (trusted?.act.packages ?? []).filter(({ runner }) => isFetchedApart(runner))
  if (server.isContained !== true || packages.length === 0) return null
  return (
    <section className={partStyles.inspectSection} aria-label={texts.ownPackages()}>
      <h3 className={partStyles.inspectHeading}>{texts.ownPackages()}</h3>
      <dl className={styles.inspectCapabilities}>
        {packages.map(({ name, version, integrity }) => (
          <div key={name}>
            <dt>
              <VisibleText text={name} />
            </dt>
            <dd>
              <VisibleText text={version ?? texts.notFetchedYet()} />
              {integrity !== null && (
                <>
                  {' '}
                  <code>
                    <VisibleText text={integrity} />
                  </code>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        {texts.packagesStay({ scripts: trusted?.act.containment?.installScripts === true ? 'run' : 'none' })}
      </p>
      <Button size="small" isBusy={pending !== null} onClick={() => void run(() => update(server.name))}>
        {texts.updatePackage()}
      </Button>
      <FailureText text={failure} />
    </section>
  )
}

async function update(serverName: string): Promise<void> {
  const { packages, isOther } = await call('server.update-package', { serverName })
  const [first] = packages
  if (first === undefined) return
  const { name, version, before } = first
  const words = isOther
    ? texts.packageUpdated({ name, version, before: before ?? texts.notFetchedYet() })
    : texts.packageIsNewest({ name, version })
  notify('status', words)
}
