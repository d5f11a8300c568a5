/** Everything that a model will get from a file, before the message is sent. */
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { call } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { ContentBlockView } from '../../parts/content/content-blocks'
import { ContentNote } from '../../parts/content/content-text'
import { ContentsView } from '../../parts/content/contents-view'
import { Spinner } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import type { AttachedFile } from '../content/attachments-view-store'

export interface FileDialogProps {
  readonly file: AttachedFile
  readonly open: boolean
  readonly onClose: () => void
}

export function FileDialog({ file: { fileId, name, mimeType, pdf }, open, onClose }: FileDialogProps) {
  const { value, failure } = useRead({ key: open ? fileId : null, read: () => call('file.show', { fileId }) })
  return (
    <Dialog
      open={open}
      title={texts.whatModelGets({ name })}
      description={descriptionOf(mimeType, pdf)}
      onClose={onClose}
      size="wide"
    >
      {failure !== null && <ContentNote>{failure}</ContentNote>}
      {failure === null && value === null && <Spinner label={texts.readingFile()} />}
      {value?.map((block, index) =>
        // The content is the purpose of the dialog, so none is folded.
        block.type === 'resource' ? (
          <ContentsView key={blockKey(block, index)} contents={[block]} name={name} />
        ) : (
          <ContentBlockView key={blockKey(block, index)} block={block} shownIn="message" source={name} />
        )
      )}
    </Dialog>
  )
}

/** It never changes, so the index identifies its blocks. */
function blockKey({ type }: { readonly type: string }, index: number): string {
  return `${index} ${type}`
}

function descriptionOf(mimeType: string, pdf: AttachedFile['pdf']): string {
  if (mimeType.startsWith('image/')) return texts.imageGoes()
  if (pdf === undefined) return texts.textGoes()
  if (pdf === 'words') return texts.pdfGoes()
  return pdf === 'both' ? texts.pdfGoesWhole() : texts.pdfGoesAsPages()
}
