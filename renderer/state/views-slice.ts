/** The views that windows show, by id. One that Parley closed is forgotten. */
import type { OpenView } from '../../app/contract/bridge/view-calls'

export interface ViewsSlice {
  readonly views: Readonly<Record<string, OpenView>>
}

export const emptyViewsSlice: ViewsSlice = { views: {} }

export function viewChanged({ views }: ViewsSlice, view: OpenView): ViewsSlice {
  const { [view.viewId]: _before, ...others } = views
  const isForgotten = view.state === 'ended' && view.reason === null
  return { views: isForgotten ? others : { ...others, [view.viewId]: view } }
}
