/** The component of each screen in the contract, in its own chunk that loads when first opened. */
import { lazy } from 'react'
import type { ReactNode } from 'react'
import type { ScreenName } from '../../app/contract/bridge/screens'
import { directModelId } from '../../app/contract/direct-model'
import { useProjection } from '../state/projection'
import { ShowServerContext } from '../servers/show-server'
import { selectModel } from './choose-model'
import { carryOut, isPossible } from './menu-commands'
import { navigate, useNavigation } from './navigation-view-store'
import { newWithAssistant } from './new-conversation'

export interface ScreenProps {
  readonly isOpen: boolean
}

const ServersDialog = lazy(() =>
  import('../servers/servers-dialog').then((module) => ({ default: module.ServersDialog }))
)
const SettingsDialog = lazy(() =>
  import('../settings/settings-dialog').then((module) => ({ default: module.SettingsDialog }))
)
const ImportDialog = lazy(() =>
  import('./archives/import-dialog').then((module) => ({ default: module.ImportDialog }))
)
const CommandMenu = lazy(() =>
  import('../command-menu/command-menu').then((module) => ({ default: module.CommandMenu }))
)
const LogsDialog = lazy(() =>
  import('../servers/logs-dialog').then((module) => ({ default: module.LogsDialog }))
)
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog').then((module) => ({ default: module.ShortcutsDialog }))
)
const AboutDialog = lazy(() =>
  import('./about/about-dialog').then((module) => ({ default: module.AboutDialog }))
)

/** One per screen; each stays mounted once opened, so that it can animate its closing. */
export const screenViews: Readonly<Record<ScreenName, (props: ScreenProps) => ReactNode>> = {
  servers: Servers,
  import: ({ isOpen }) => <ImportDialog open={isOpen} onClose={navigate.closeDialog} />,
  settings: Settings,
  'command-menu': Commands,
  logs: ({ isOpen }) => <LogsDialog open={isOpen} onClose={navigate.closeDialog} />,
  shortcuts: ({ isOpen }) => <ShortcutsDialog open={isOpen} onClose={navigate.closeDialog} />,
  about: ({ isOpen }) => <AboutDialog open={isOpen} onClose={navigate.closeDialog} />
}

function Servers({ isOpen }: ScreenProps) {
  const logOf = useNavigation((state) => state.logOf)
  const adds = useNavigation((state) => state.isServerAdded)
  return (
    <ShowServerContext value={navigate.toServer}>
      <ServersDialog open={isOpen} onClose={navigate.closeDialog} logOf={logOf} adds={adds} />
    </ShowServerContext>
  )
}

function Settings({ isOpen }: ScreenProps) {
  const section = useNavigation((state) => state.settingsSection)
  return (
    <SettingsDialog
      open={isOpen}
      onClose={navigate.closeDialog}
      onSection={navigate.openSettings}
      onOpenConversation={navigate.toConversation}
      onOpenServers={navigate.openServers}
      onOpenShortcuts={() => navigate.open('shortcuts')}
      {...(section !== undefined && { section })}
    />
  )
}

function Commands({ isOpen }: ScreenProps) {
  const conversationId = useNavigation((state) => state.conversationId)
  const draftModel = useNavigation((state) => state.draftModel)
  const model = useProjection(
    (state) =>
      state.conversations.find(({ id }) => id === conversationId)?.model ??
      draftModel ??
      state.models.defaultModel
  )
  return (
    <CommandMenu
      open={isOpen}
      onClose={navigate.closeDialog}
      isDirect={model === directModelId}
      onOpenConversation={navigate.toConversation}
      onNewWithAssistant={newWithAssistant}
      isPossible={isPossible}
      onCommand={carryOut}
      onOpenSettings={navigate.openSettings}
      onChooseModel={selectModel}
      onTool={navigate.requestTool}
    />
  )
}
