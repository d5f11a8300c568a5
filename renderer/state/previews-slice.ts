/** The previews that windows show, by id. One that was closed is forgotten. */
import type { OpenPreview } from '../../app/contract/bridge/preview-calls'

export interface PreviewsSlice {
  readonly previews: Readonly<Record<string, OpenPreview>>
}

export const emptyPreviewsSlice: PreviewsSlice = { previews: {} }

export function previewChanged({ previews }: PreviewsSlice, preview: OpenPreview): PreviewsSlice {
  const { [preview.previewId]: _before, ...others } = previews
  const isForgotten = preview.state === 'ended' && preview.reason === null
  return { previews: isForgotten ? others : { ...others, [preview.previewId]: preview } }
}
