/** What a model will get of a file, to the last character, before the message is sent. */
import { pdfType } from '../../../app/contract/limits'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { call } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { ContentBlocks } from '../../parts/content/content-blocks'
import { ContentNote } from '../../parts/content/content-text'
import { Spinner } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import type { AttachedFile } from '../content/attachments-view-store'

export interface FileDialogProps {
  readonly file: AttachedFile
  readonly open: boolean
  readonly onClose: () => void
}

export function FileDialog({ file: { fileId, name, mimeType }, open, onClose }: FileDialogProps) {
  const { value, failure } = useRead({ key: open ? fileId : null, read: () => call('file.show', { fileId }) })
  return (
    <Dialog
      open={open}
      title={texts.whatModelGets({ name })}
      description={descriptionOf(mimeType)}
      onClose={onClose}
      size="large"
    >
      {failure !== null && <ContentNote>{failure}</ContentNote>}
      {failure === null && value === null && <Spinner label={texts.readingFile()} />}
      {value !== null && <ContentBlocks blocks={value} shownIn="message" source={name} />}
    </Dialog>
  )
}

function descriptionOf(mimeType: string): string {
  if (mimeType.startsWith('image/')) return texts.imageGoes()
  return mimeType === pdfType ? texts.pdfGoes() : texts.textGoes()
}
