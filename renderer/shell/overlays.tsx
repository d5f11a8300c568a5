/** Everything that lies over the page, each in a chunk of its own that loads when first needed. */
import { lazy, Suspense, useRef } from 'react'
import type { ReactNode } from 'react'
import { useProjection } from '../state/projection'
import { directModelId } from '../state/direct-model'
import { chooseModel } from './choose-model'
import { closeDropped, useDropped } from './dropped-folders-view-store'
import { Dialog } from '../ui/controls/dialog'
import { DrawingBoundary } from '../ui/controls/drawing-boundary'
import { projectionText } from './projection-text'
import { navigate, useNavigation } from './navigation-view-store'

const ServersDialog = lazy(() =>
  import('../servers/servers-dialog').then((module) => ({ default: module.ServersDialog }))
)
const SettingsDialog = lazy(() =>
  import('../settings/settings-dialog').then((module) => ({ default: module.SettingsDialog }))
)
const ConsentLayer = lazy(() =>
  import('../consent/consent-layer').then((module) => ({ default: module.ConsentLayer }))
)
const Welcome = lazy(() => import('../welcome/welcome').then((module) => ({ default: module.Welcome })))
const CommandMenu = lazy(() =>
  import('../command-menu/command-menu').then((module) => ({ default: module.CommandMenu }))
)
const DroppedFoldersDialog = lazy(() =>
  import('./dropped-folders-dialog').then((module) => ({ default: module.DroppedFoldersDialog }))
)
const AboutDialog = lazy(() => import('./about-dialog').then((module) => ({ default: module.AboutDialog })))

export function Overlays() {
  const dialog = useNavigation((state) => state.dialog)
  const section = useNavigation((state) => state.settingsSection)
  const logOf = useNavigation((state) => state.logOf)
  return (
    <>
      <OnceNeeded what="The servers" isNeeded={dialog === 'servers'} onClose={navigate.closeDialog}>
        <ServersDialog open={dialog === 'servers'} onClose={navigate.closeDialog} logOf={logOf} />
      </OnceNeeded>
      <OnceNeeded what="The settings" isNeeded={dialog === 'settings'} onClose={navigate.closeDialog}>
        <SettingsDialog
          open={dialog === 'settings'}
          onClose={navigate.closeDialog}
          onSection={navigate.openSettings}
          onOpenConversation={navigate.toConversation}
          onOpenServers={navigate.openServers}
          {...(section !== undefined && { section })}
        />
      </OnceNeeded>
      <OnceNeeded what="About Parley" isNeeded={dialog === 'about'} onClose={navigate.closeDialog}>
        <AboutDialog open={dialog === 'about'} onClose={navigate.closeDialog} />
      </OnceNeeded>
      <OnceNeeded what="The command menu" isNeeded={dialog === 'command-menu'} onClose={navigate.closeDialog}>
        <CurrentCommandMenu isOpen={dialog === 'command-menu'} />
      </OnceNeeded>
      <Dropped />
      <FirstRun />
      <Questions />
    </>
  )
}

interface OnceNeededProps {
  /** As a sentence begins. */
  readonly what: string
  readonly isNeeded: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Mounts its children when they are needed first and keeps them, so that a dialog can close in its own time. */
function OnceNeeded({ what, isNeeded, onClose, children }: OnceNeededProps) {
  const wasNeeded = useRef(false)
  wasNeeded.current ||= isNeeded
  if (!wasNeeded.current) return null
  return (
    <DrawingBoundary
      what={what}
      text={projectionText}
      resetKeys={[isNeeded]}
      frame={(failure) => (
        <Dialog open={isNeeded} title={what} onClose={onClose} plainText={null}>
          {failure}
        </Dialog>
      )}
    >
      <Suspense>{children}</Suspense>
    </DrawingBoundary>
  )
}

function CurrentCommandMenu({ isOpen }: { readonly isOpen: boolean }) {
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
      onNewConversation={navigate.toNewConversation}
      onOpenSettings={() => navigate.openSettings()}
      onOpenServers={navigate.openServers}
      onChooseModel={chooseModel}
      onTool={navigate.requestTool}
    />
  )
}

function FirstRun() {
  const isFirstRun = useProjection((state) => state.isFirstRun)
  const isDone = useNavigation((state) => state.isWelcomeDone)
  return (
    <OnceNeeded what="The welcome" isNeeded={isFirstRun && !isDone} onClose={navigate.finishWelcome}>
      {!isDone && <Welcome onDone={navigate.finishWelcome} />}
    </OnceNeeded>
  )
}

function Dropped() {
  const isAsking = useDropped((state) => state.isAsking)
  return (
    <OnceNeeded what="The dropped folders" isNeeded={isAsking} onClose={closeDropped}>
      <DroppedFoldersDialog />
    </OnceNeeded>
  )
}

/** Questions go when they are answered. */
const noWayRound = () => {}

function Questions() {
  const hasQuestions = useProjection((state) => state.questions.length > 0)
  return (
    <OnceNeeded what="The questions" isNeeded={hasQuestions} onClose={noWayRound}>
      <ConsentLayer />
    </OnceNeeded>
  )
}
