/** Everything over the page, each in its own chunk that loads when first needed. */
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { screenNames } from '../../app/contract/bridge/screens'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { closeReplay, useOpenReplay } from '../parts/replay-view-store'
import { usePreview } from '../preview/preview-view-store'
import { useProjection } from '../state/projection'
import { Dialog } from '../ui/controls/dialog'
import { RenderBoundary } from '../ui/controls/render-boundary'
import type { RenderBoundaryProps } from '../ui/controls/render-boundary'
import { idlePart, latePart } from '../ui/controls/late-part'
import { LazyDialog } from '../ui/controls/lazy-dialog'
import { closeOpenDialog, useOpenDialog } from './list-dialogs/list-dialogs-view-store'
import { closeDropped, useDropped } from './dropped-folders-view-store'
import { navigate, useNavigation } from './navigation-view-store'
import { projectionText } from './projection-text'
import { reload } from './reload'
import { screenViews } from './screens'
import { notShown } from '../../app/texts/compiled/window/notShown'

const ConsentLayer = idlePart(
  'questions',
  async () => (await import('../consent/consent-layer')).ConsentLayer
)
const Welcome = latePart(async () => (await import('../welcome/welcome')).Welcome)
const ListDialogs = latePart(async () => (await import('./list-dialogs/list-dialogs')).ListDialogs)
const AddingDialog = latePart(async () => (await import('../servers/adding-dialog')).AddingDialog)
const ReplayDialog = latePart(async () => (await import('../servers/replays/replay-dialog')).ReplayDialog)
const DroppedFoldersDialog = latePart(
  async () => (await import('./dropped-folders-dialog')).DroppedFoldersDialog
)

export function Overlays() {
  const open = useNavigation((state) => state.dialog)
  return (
    <>
      {screenNames.map((name) => {
        const View = screenViews[name]
        return (
          <OnceNeeded
            key={name}
            sentence={notShown.screen()}
            isNeeded={open === name}
            onClose={navigate.closeDialog}
          >
            <View isOpen={open === name} />
          </OnceNeeded>
        )
      })}
      <AboutConversation />
      <Replay />
      <Dropped />
      <Adding />
      <FirstRun />
      <Questions />
    </>
  )
}

interface OnceNeededProps extends Pick<RenderBoundaryProps, 'waysOn'> {
  /** Shown if it can't be drawn. */
  readonly sentence: string
  readonly isNeeded: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Mounts its children when first needed and keeps them, so that dialogs can animate their closing. */
function OnceNeeded({ sentence, isNeeded, onClose, waysOn = [], children }: OnceNeededProps) {
  const wasNeeded = useRef(false)
  wasNeeded.current ||= isNeeded
  if (!wasNeeded.current) return null
  return (
    <RenderBoundary
      sentence={sentence}
      text={projectionText}
      waysOn={waysOn}
      resetKeys={[isNeeded]}
      renderFailure={(failure) => (
        <Dialog open={isNeeded} title={notShown.title()} onClose={onClose} plainText={null}>
          {failure}
        </Dialog>
      )}
    >
      <LazyDialog open={isNeeded} onClose={onClose}>
        {children}
      </LazyDialog>
    </RenderBoundary>
  )
}

function FirstRun() {
  const isFirstRun = useProjection((state) => state.isFirstRun)
  const isDone = useNavigation((state) => state.isWelcomeDone)
  return (
    <OnceNeeded
      sentence={notShown.welcome()}
      isNeeded={isFirstRun && !isDone}
      onClose={navigate.finishWelcome}
    >
      {!isDone && <Welcome onDone={navigate.finishWelcome} />}
    </OnceNeeded>
  )
}

function AboutConversation() {
  const isNeeded = useOpenDialog((state) => state.isOpen)
  return (
    <OnceNeeded sentence={notShown.screen()} isNeeded={isNeeded} onClose={closeOpenDialog}>
      <ListDialogs />
    </OnceNeeded>
  )
}

function Replay() {
  const isNeeded = useOpenReplay((state) => state.isOpen)
  return (
    <OnceNeeded sentence={notShown.screen()} isNeeded={isNeeded} onClose={closeReplay}>
      <ReplayDialog />
    </OnceNeeded>
  )
}

function Dropped() {
  const isAsking = useDropped((state) => state.isAsking)
  return (
    <OnceNeeded sentence={notShown.droppedFolders()} isNeeded={isAsking} onClose={closeDropped}>
      <DroppedFoldersDialog />
    </OnceNeeded>
  )
}

/** Replaces the screen from which it was chosen, so that its questions have a free page. */
function Adding() {
  const id = useProjection((state) => state.adding?.id ?? null)
  useEffect(() => {
    if (id !== null) navigate.closeDialog()
  }, [id])
  return (
    <OnceNeeded sentence={notShown.screen()} isNeeded={id !== null} onClose={closeAdding}>
      <AddingDialog />
    </OnceNeeded>
  )
}

function closeAdding(): void {
  const { adding } = useProjection.getState()
  if (adding !== null) void call('adding.close', { id: adding.id }).catch(report)
}

const showConversation = (conversationId: string) => navigate.toConversation(conversationId)

/** Questions are removed when answered. */
const noWayRound = () => {}

function Questions() {
  const hasQuestions = useProjection((state) => state.questions.length > 0)
  const isFirstRun = useProjection((state) => state.isFirstRun)
  const { conversationId, dialog, isWelcomeDone, server } = useNavigation()
  const isWelcoming = isFirstRun && !isWelcomeDone
  // In a narrow window, it covers the card that could have the question.
  const isPreviewing = usePreview((state) => state.shown !== null)
  return (
    <OnceNeeded
      sentence={notShown.questions()}
      isNeeded={hasQuestions}
      onClose={noWayRound}
      waysOn={[reload]}
    >
      <ConsentLayer
        shownConversationId={server === null ? conversationId : null}
        isPageFree={dialog === 'none' && !isWelcoming && !isPreviewing && server === null}
        onShow={showConversation}
      />
    </OnceNeeded>
  )
}
