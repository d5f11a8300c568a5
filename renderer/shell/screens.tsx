/** The component of each screen in the contract, in its own chunk that loads when first opened. */
import type { ReactNode } from 'react'
import type { ScreenName } from '../../app/contract/bridge/screens'
import { directModelId } from '../../app/contract/direct-model'
import { useProjection } from '../state/projection'
import { ShowServerContext } from '../servers/show-server'
import { idlePart, latePart } from '../ui/controls/late-part'
import { selectModel } from './choose-model'
import { carryOut, isPossible } from './menu-commands'
import { navigate, useNavigation } from './navigation-view-store'
import { newWithAssistant } from './new-conversation'

export interface ScreenProps {
  readonly isOpen: boolean
}

const ServersDialog = idlePart(
  'servers',
  async () => (await import('../servers/servers-dialog')).ServersDialog
)
const SettingsDialog = idlePart(
  'settings',
  async () => (await import('../settings/settings-dialog')).SettingsDialog
)
const ImportDialog = latePart(async () => (await import('./archives/import-dialog')).ImportDialog)
const CommandMenu = idlePart(
  'command-menu',
  async () => (await import('../command-menu/command-menu')).CommandMenu
)
const LogsDialog = latePart(async () => (await import('../servers/logs-dialog')).LogsDialog)
const ShortcutsDialog = latePart(async () => (await import('./shortcuts-dialog')).ShortcutsDialog)
const AboutDialog = latePart(async () => (await import('./about/about-dialog')).AboutDialog)

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
