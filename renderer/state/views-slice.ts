/**
 * The views and previews that windows show, by id, and what views gave for the model. What Parley closed is forgotten.
 */
import type { EventPayload } from '../../app/contract/bridge/events'
import type { OpenPreview } from '../../app/contract/bridge/preview-calls'
import type { OpenView, ViewContext } from '../../app/contract/bridge/view-calls'

export interface ViewsSlice {
  readonly views: Readonly<Record<string, OpenView>>
  readonly previews: Readonly<Record<string, OpenPreview>>
  /** By view. */
  readonly viewContexts: Readonly<Record<string, ViewContext>>
}

export const emptyViewsSlice: ViewsSlice = { views: {}, previews: {}, viewContexts: {} }

type FrameEventName = 'view.changed' | 'preview.changed' | 'view.context-changed'
type FrameEvent = {
  [N in FrameEventName]: { readonly name: N; readonly payload: EventPayload<N> }
}[FrameEventName]

export function frameChanged(
  { views, previews, viewContexts }: ViewsSlice,
  { name, payload }: FrameEvent
): Partial<ViewsSlice> {
  switch (name) {
    case 'view.changed':
      return { views: withFrame(views, payload.viewId, payload) }
    case 'preview.changed':
      return { previews: withFrame(previews, payload.previewId, payload) }
    case 'view.context-changed': {
      const { [payload.viewId]: _before, ...others } = viewContexts
      const { viewId, context } = payload
      return { viewContexts: context === null ? others : { ...others, [viewId]: context } }
    }
  }
}

function withFrame<T extends OpenView | OpenPreview>(
  frames: Readonly<Record<string, T>>,
  id: string,
  frame: T
): Readonly<Record<string, T>> {
  const { [id]: _before, ...others } = frames
  const isForgotten = frame.state === 'ended' && frame.reason === null
  return isForgotten ? others : { ...others, [id]: frame }
}
