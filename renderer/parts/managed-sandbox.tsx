/** What an administrator decided about sandboxes: whether they are required, and their allowed hosts. */
import { useProjection } from '../state/projection'
import { ManagedList } from './managed-list'
import { ManagedNote } from './managed-note'
import { servers as texts } from '../../app/texts/compiled/window/servers'

const hostWords = {
  none: texts.noHostAllowed,
  only: texts.onlyHosts,
  onlyAndMore: texts.onlyHostsAndMore
}

export interface ManagedSandboxProps {
  /** Servers of other apps, which have no sandbox, are about to be added. */
  readonly areTaken?: boolean
}

export function ManagedSandbox({ areTaken = false }: ManagedSandboxProps) {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined) return null
  const { file, isContainmentRequired, limitsHosts, allowedHosts } = managed
  return (
    <>
      {isContainmentRequired && (
        <ManagedNote file={file}>{areTaken ? texts.onlyContainedTaken() : texts.onlyContained()}</ManagedNote>
      )}
      {limitsHosts && !areTaken && <ManagedList allowed={allowedHosts} file={file} texts={hostWords} />}
    </>
  )
}
