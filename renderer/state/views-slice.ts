/** The views and previews that windows show, by id. What Parley closed is forgotten. */
import type { EventPayload } from '../../app/contract/bridge/events'
import type { OpenPreview } from '../../app/contract/bridge/preview-calls'
import type { OpenView } from '../../app/contract/bridge/view-calls'

export interface ViewsSlice {
  readonly views: Readonly<Record<string, OpenView>>
  readonly previews: Readonly<Record<string, OpenPreview>>
}

export const emptyViewsSlice: ViewsSlice = { views: {}, previews: {} }

type FrameEvent = {
  [N in 'view.changed' | 'preview.changed']: { readonly name: N; readonly payload: EventPayload<N> }
}['view.changed' | 'preview.changed']

export function frameChanged({ views, previews }: ViewsSlice, event: FrameEvent): Partial<ViewsSlice> {
  const { name, payload } = event
  return name === 'view.changed'
    ? { views: withFrame(views, payload.viewId, payload) }
    : { previews: withFrame(previews, payload.previewId, payload) }
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
