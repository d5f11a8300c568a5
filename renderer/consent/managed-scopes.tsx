/** Why some of the longer permissions are missing from a question: an administrator forbade them. */
import { useProjection } from '../state/projection'
import { ManagedNote } from '../ui/managed-note'

export function ManagedScopes() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined || managed.forbiddenScopes.length === 0) return null
  return <ManagedNote file={managed.file}>Some lasting permissions are not possible here.</ManagedNote>
}
