/** Whether a server is sandboxed, as a sentence, and a button that adds or removes the sandbox. */
import type { ServerView } from '../../../app/contract/servers'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { readServer } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { SandboxButton } from '../../parts/sandbox/sandbox-button'
import { Remedy } from '../../parts/sandbox/remedy'
import { SandboxAdvice } from '../../parts/sandbox/sandbox-advice'
import { useSandbox } from '../../parts/sandbox/use-sandbox'
import { VisibleText } from '../../ui/base/hidden-characters'
import { findSandboxState, sandboxStateHints } from '../status/sandbox-state'
import partStyles from '../status/server-parts.module.css'
import styles from './inspect-panel.module.css'

export function ServerSandbox({ server }: { readonly server: ServerView }) {
  const sandbox = useSandbox()
  const masked = useMasked(server.name)
  const containment = findSandboxState(server)
  if (containment === null) return null
  const isContained = containment !== 'not'
  return (
    <section className={partStyles.inspectSection} aria-label={texts.walls()}>
      <h3 className={partStyles.inspectHeading}>{texts.walls()}</h3>
      {sandbox?.canContain === false ? (
        <Remedy sandbox={sandbox} isContained={isContained} />
      ) : (
        <p>{sandboxStateHints[containment]()}</p>
      )}
      {isContained && sandbox?.canContain === true && <SandboxAdvice sandbox={sandbox} />}
      {masked.length > 0 && (
        <dl className={styles.inspectCapabilities}>
          {masked.map(([name, hosts]) => (
            <div key={name} className={styles.inspectCapability}>
              <dt>
                <VisibleText text={name} />
              </dt>
              <dd>
                <VisibleText text={texts.usedWithoutReading({ hosts: hosts.join(', ') })} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(isContained || sandbox?.canContain === true) && (
        <SandboxButton serverName={server.name} isContained={!isContained} />
      )}
    </section>
  )
}

/** Variables that it uses without reading their values, with the hosts. */
function useMasked(serverName: string): readonly (readonly [string, readonly string[]])[] {
  const { value } = useRead({ key: serverName, read: () => readServer(serverName, 'file-activity') })
  return Object.entries(value?.containment?.masked ?? {})
}
