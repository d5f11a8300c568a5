/** Which servers an administrator lets run, said above the list of them. */
import { useProjection } from '../state/projection'
import { VisibleText } from '../ui/base/hidden-characters'
import { ManagedNote } from '../parts/managed-note'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import { Filled, hole } from '../ui/base/filled'

/** A long list is named by its beginning. */
const namedAtMost = 5

export function ManagedServers() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined || !managed.limitsServers) return null
  const { allowedServers, file } = managed
  if (allowedServers.length === 0) return <ManagedNote file={file}>{texts.noneMayRun()}</ManagedNote>
  const more = allowedServers.length - namedAtMost
  const names = hole('names')
  const named = (
    <code>
      <VisibleText text={allowedServers.slice(0, namedAtMost).join(' · ')} />
    </code>
  )
  return (
    <ManagedNote file={file}>
      <Filled
        text={
          more > 0 ? texts.onlyTheseAndMoreMayRun({ names, count: more }) : texts.onlyTheseMayRun({ names })
        }
        with={{ names: named }}
      />
    </ManagedNote>
  )
}
