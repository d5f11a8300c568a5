/** What an administrator decided about permissions, said where the permissions are. */
import { useProjection } from '../state/projection'
import { ManagedNote } from '../parts/managed-note'

const scopeWords = {
  conversation: '“Allow for this conversation”',
  always: '“Always allow”',
  'server-conversation': 'allowing a server in a conversation',
  'read-only': 'allowing tools that only read'
} as const

export function ManagedPermissions() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined) return null
  const { file, forbiddenScopes, limitsServers, isResultGateForced } = managed
  return (
    <>
      {limitsServers && <ManagedNote file={file}>Only servers that the policy names may run.</ManagedNote>}
      {forbiddenScopes.length > 0 && (
        <ManagedNote file={file}>
          Not possible on this computer: {forbiddenScopes.map((scope) => scopeWords[scope]).join(', ')}.
        </ManagedNote>
      )}
      {isResultGateForced && (
        <ManagedNote file={file}>Every result is shown to you before a model reads it.</ManagedNote>
      )}
    </>
  )
}
