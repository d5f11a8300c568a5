/** A file that went with a message, as it was when it was added. */
import { FileText, Image } from 'lucide-react'
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
  return (
    <AttachmentCard
      label={texts.fileNamed({ name })}
      icon={isPicture ? Image : FileText}
      name={name}
      facts={[mimeType, formatSize(size)]}
      isOpenFirst={isPicture}
    >
      <Clamp>
        <ContentsView contents={[{ uri: name, mimeType, text, blob: data }]} name={name} />
      </Clamp>
    </AttachmentCard>
  )
}
