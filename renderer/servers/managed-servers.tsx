/** Which servers an administrator lets run, said above the list of them. */
import { useProjection } from '../state/projection'
import { VisibleText } from '../ui/base/hidden-characters'
import { ManagedNote } from '../parts/managed-note'

/** A long list is named by its beginning. */
const namedAtMost = 5

export function ManagedServers() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined || !managed.limitsServers) return null
  const { allowedServers, file } = managed
  if (allowedServers.length === 0) return <ManagedNote file={file}>No server may run.</ManagedNote>
  const named = allowedServers.slice(0, namedAtMost).join(' · ')
  const more = allowedServers.length - namedAtMost
  return (
    <ManagedNote file={file}>
      Only these may run:{' '}
      <code>
        <VisibleText text={named} />
      </code>
      {more > 0 && ` and ${more} more`}.
    </ManagedNote>
  )
}
