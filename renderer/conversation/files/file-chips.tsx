/** Files for the next message. Each can be viewed as a model will get it, and removed. */
import { FileText, Image, TextCursorInput } from 'lucide-react'
import { useState } from 'react'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { formatSize } from '../../ui/base/format'
import { IconButton, Spinner } from '../../ui/controls/button'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { latePart } from '../../ui/controls/late-part'
import { Chip } from '../attach/attachment-chips'
import type { AttachedFile } from '../content/attachments-view-store'
import { removeFile } from './add-files'
import { officeKind } from './file-kind-texts'

const FileDialog = latePart(async () => (await import('./file-dialog')).FileDialog)

export interface FileChipsProps {
  readonly files: readonly AttachedFile[]
  /** The pressed button was removed. */
  readonly onGone: () => void
  readonly onPutIntoMessage: (text: string) => void
}

/** Largest pasted text, in characters, that can still be moved into the message. */
const mostInMessage = 200_000

export function FileChips({ files, onGone, onPutIntoMessage }: FileChipsProps) {
  const [shown, setShown] = useState<AttachedFile | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const remove = (file: AttachedFile) => {
    removeFile(file.fileId)
    onGone()
  }
  return (
    <>
      {files.map((file) => (
        <Chip
          key={file.fileId}
          icon={file.mimeType.startsWith('image/') ? Image : FileText}
          name={file.name}
          serverName={factsOf(file)}
          detail={file.name}
          pressLabel={texts.previewNamed({ name: file.name })}
          onPress={
            file.isArriving
              ? undefined
              : () => {
                  setShown(file)
                  setIsOpen(true)
                }
          }
          onRemove={() => remove(file)}
        >
          {file.isArriving && <Spinner label={texts.addingFile({ name: file.name })} />}
          {file.pasted !== null && file.pasted.length <= mostInMessage && (
            <IconButton
              label={texts.putIntoMessage({ name: file.name })}
              icon={TextCursorInput}
              size="small"
              onClick={() => {
                onPutIntoMessage(file.pasted ?? '')
                remove(file)
              }}
            />
          )}
        </Chip>
      ))}
      {shown !== null && (
        <LazyDialog open={isOpen} onClose={() => setIsOpen(false)}>
          <FileDialog key={shown.fileId} file={shown} open={isOpen} onClose={() => setIsOpen(false)} />
        </LazyDialog>
      )}
    </>
  )
}

function factsOf(file: AttachedFile): string {
  const { pdf, size } = file
  const kind = pdf === undefined ? officeKind(file) : pdf === 'words' ? texts.pdfText() : texts.pdf()
  return [kind, formatSize(size)].filter((fact) => fact !== null).join(' · ')
}
