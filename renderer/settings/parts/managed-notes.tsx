/** An administrator's decisions about permissions, model providers and collectors, shown at those settings. */
import { useProjection } from '../../state/projection'
import { ManagedList } from '../../parts/managed-list'
import { ManagedNote } from '../../parts/managed-note'
import { formatList } from '../../ui/base/format'
import { settings as texts } from '../../../app/texts/compiled/window/settings'

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

const providerWords = {
  none: texts.noProviderAllowed,
  only: texts.onlyProviders,
  onlyAndMore: texts.onlyProvidersAndMore
}

export function ManagedProviders() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined || !managed.limitsProviders) return null
  return <ManagedList allowed={managed.allowedProviders} file={managed.file} texts={providerWords} />
}

const collectorWords = {
  none: texts.noCollectorAllowed,
  only: texts.onlyCollectors,
  onlyAndMore: texts.onlyCollectorsAndMore
}

export function ManagedCollectors() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined || !managed.limitsCollectors) return null
  return <ManagedList allowed={managed.allowedCollectors} file={managed.file} texts={collectorWords} />
}
