/** What an administrator decided about permissions, said where the permissions are. */
import { useProjection } from '../state/projection'
import { ManagedNote } from '../parts/managed-note'
import { formatList } from '../ui/base/format'
import { settings as texts } from '../../app/texts/compiled/window/settings'

const scopeWords = {
  conversation: texts.scopeConversation,
  always: texts.scopeAlways,
  'server-conversation': texts.scopeServer,
  'read-only': texts.scopeReadOnly
} as const

export function ManagedPermissions() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined) return null
  const { file, forbiddenScopes, limitsServers, isResultGateForced } = managed
  return (
    <>
      {limitsServers && <ManagedNote file={file}>{texts.onlyNamedServers()}</ManagedNote>}
      {forbiddenScopes.length > 0 && (
        <ManagedNote file={file}>
          {texts.notPossible({ scopes: formatList(forbiddenScopes.map((scope) => scopeWords[scope]())) })}
        </ManagedNote>
      )}
      {isResultGateForced && <ManagedNote file={file}>{texts.resultsShown()}</ManagedNote>}
    </>
  )
}
