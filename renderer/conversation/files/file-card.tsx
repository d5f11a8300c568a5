/** A file that was sent with a message, in its state when it was added. */
import { FileText, Image } from 'lucide-react'
import { pdfType } from '../../../app/contract/limits'
import type { FilePart } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { ContentsView } from '../../parts/content/contents-view'
import { formatSize } from '../../ui/base/format'
import { Clamp } from '../../ui/controls/clamp'
import { AttachmentCard } from '../attach/attachment-card'
import { fileKind, officeKind } from './file-kind-texts'

/** A group named `File ‹name›`; a picture is shown expanded. */
export function FileCard({ part }: { readonly part: FilePart }) {
  const { name, mimeType, size, text, data } = part
  const isPicture = mimeType.startsWith('image/')
  const isPdf = mimeType === pdfType
  // For a document that was sent as text, saving saves the text.
  const isWords = officeKind(part) !== null || (isPdf && data === null)
  const content = isWords ? { uri: `${name}.txt`, mimeType: 'text/plain' } : { uri: name, mimeType }
  return (
    <AttachmentCard
      label={texts.fileNamed({ name })}
      icon={isPicture ? Image : FileText}
      name={name}
      facts={[fileKind({ name, mimeType, isWords }), formatSize(size)]}
      isOpenFirst={isPicture}
    >
      <Clamp>
        <ContentsView
          contents={[{ ...content, text: isPdf && !isWords ? null : text, blob: data }]}
          name={name}
        />
      </Clamp>
    </AttachmentCard>
  )
}
