/** A file that went with a message, as it was when it was added. */
import { FileText, Image } from 'lucide-react'
import { pdfType } from '../../../app/contract/limits'
import type { FilePart } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { ContentsView } from '../../parts/content/contents-view'
import { formatSize } from '../../ui/base/format'
import { Clamp } from '../../ui/controls/clamp'
import { AttachmentCard } from '../attach/attachment-card'

/** A group named `File ‹name›`; a picture stands open. */
export function FileCard({ part }: { readonly part: FilePart }) {
  const { name, mimeType, size, text, data } = part
  const isPicture = mimeType.startsWith('image/')
  const isPdf = mimeType === pdfType
  // What is saved of a PDF are its words.
  const content = isPdf ? { uri: `${name}.txt`, mimeType: 'text/plain' } : { uri: name, mimeType }
  return (
    <AttachmentCard
      label={texts.fileNamed({ name })}
      icon={isPicture ? Image : FileText}
      name={name}
      facts={[isPdf ? texts.pdfText() : mimeType, formatSize(size)]}
      isOpenFirst={isPicture}
    >
      <Clamp>
        <ContentsView contents={[{ ...content, text, blob: data }]} name={name} />
      </Clamp>
    </AttachmentCard>
  )
}
