/** The preview of the shown conversation. Loaded with the first one. */
import { Suspense, useEffect } from 'react'
import { notShown } from '../../app/texts/compiled/window/notShown'
import { closePreview, usePreview } from '../preview/preview-view-store'
import { RenderBoundary } from '../ui/controls/render-boundary'
import { latePart } from '../ui/controls/late-part'
import { useNavigation } from './navigation-view-store'

const PreviewPanel = latePart(async () => (await import('../preview/preview-panel')).PreviewPanel)

export function CurrentPreview() {
  const shown = usePreview((state) => state.shown)
  const isHere = useNavigation((state) => state.conversationId === shown?.conversationId)
  useEffect(() => {
    if (shown !== null && !isHere) closePreview()
  }, [shown, isHere])
  if (shown === null || !isHere) return null
  return (
    <RenderBoundary sentence={notShown.preview()} text={() => shown.code} resetKeys={[shown]}>
      <Suspense fallback={null}>
        <PreviewPanel key={shown.press} shown={shown} />
      </Suspense>
    </RenderBoundary>
  )
}
