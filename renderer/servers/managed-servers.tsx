/** Which servers an administrator allows, shown above the list of servers. */
import { servers as texts } from '../../app/texts/compiled/window/servers'
import { ManagedList } from '../parts/managed-list'
import { ManagedSandbox } from '../parts/managed-sandbox'
import { useProjection } from '../state/projection'

const words = {
  none: texts.noneMayRun,
  only: texts.onlyTheseMayRun,
  onlyAndMore: texts.onlyTheseAndMoreMayRun
}

export function ManagedServers() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined) return null
  return (
    <>
      {managed.limitsServers && (
        <ManagedList allowed={managed.allowedServers} file={managed.file} texts={words} />
      )}
      <ManagedSandbox />
    </>
  )
}
