/** Everything that lies over the page, each in a chunk of its own that loads when first needed. */
import { lazy, Suspense, useRef } from 'react'
import type { ReactNode } from 'react'
import { screenNames } from '../../app/contract/screens'
import { useProjection } from '../state/projection'
import { useDropped } from './dropped-folders-view-store'
import { navigate, useNavigation } from './navigation-view-store'
import { screenViews } from './screens'

const ConsentLayer = lazy(() =>
  import('../consent/consent-layer').then((module) => ({ default: module.ConsentLayer }))
)
const Welcome = lazy(() => import('../welcome/welcome').then((module) => ({ default: module.Welcome })))
const DroppedFoldersDialog = lazy(() =>
  import('./dropped-folders-dialog').then((module) => ({ default: module.DroppedFoldersDialog }))
)

export function Overlays() {
  const open = useNavigation((state) => state.dialog)
  return (
    <>
      {screenNames.map((name) => {
        const View = screenViews[name]
        return (
          <OnceNeeded key={name} isNeeded={open === name}>
            <View isOpen={open === name} />
          </OnceNeeded>
        )
      })}
      <Dropped />
      <FirstRun />
      <Questions />
    </>
  )
}

/** Mounts its children when they are needed first and keeps them, so that a dialog can close in its own time. */
function OnceNeeded({ isNeeded, children }: { readonly isNeeded: boolean; readonly children: ReactNode }) {
  const wasNeeded = useRef(false)
  wasNeeded.current ||= isNeeded
  return wasNeeded.current ? <Suspense>{children}</Suspense> : null
}

function FirstRun() {
  const isFirstRun = useProjection((state) => state.isFirstRun)
  const isDone = useNavigation((state) => state.isWelcomeDone)
  return (
    <OnceNeeded isNeeded={isFirstRun && !isDone}>
      {!isDone && <Welcome onDone={navigate.finishWelcome} />}
    </OnceNeeded>
  )
}

function Dropped() {
  const isAsking = useDropped((state) => state.isAsking)
  return (
    <OnceNeeded isNeeded={isAsking}>
      <DroppedFoldersDialog />
    </OnceNeeded>
  )
}

function Questions() {
  const hasQuestions = useProjection((state) => state.questions.length > 0)
  return (
    <OnceNeeded isNeeded={hasQuestions}>
      <ConsentLayer />
    </OnceNeeded>
  )
}
