/** A resource that was sent with a message: its version, its content, and whether it has changed since. */
import { AppWindow, FileText, Paperclip } from 'lucide-react'
import type { ResourcePart } from '../../../app/contract/conversations'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { VisibleText } from '../../ui/base/hidden-characters'
import { formatMoment, formatSize } from '../../ui/base/format'
import { AttachmentCard } from './attachment-card'
import type { AttachedResource } from '../content/attachments-view-store'
import { contentsSize } from '../../parts/content/contents-kind'
import { ContentsView } from '../../parts/content/contents-view'
import { ViewMessage } from './view-message'
import styles from './resource-card.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { parts } from '../../../app/texts/compiled/window/parts'

export interface ResourceCardProps {
  readonly part: ResourcePart
  readonly onAttach: (resource: AttachedResource) => void
}

/** A group named `Resource ‹server› ‹name›`, or `From the app of ‹server› ‹name›` if a view gave it. */
export function ResourceCard({ part, onAttach }: ResourceCardProps) {
  const { serverName, uri, name, mimeType, contents, fromView } = part
  if (fromView === 'message') return <ViewMessage part={part} />
  const named = { server: serverName, name }
  return (
    <AttachmentCard
      label={fromView === undefined ? texts.resourceNamed(named) : texts.contextNamed(named)}
      icon={fromView === undefined ? FileText : AppWindow}
      name={fromView === undefined ? name : texts.fromApp({ server: serverName })}
      serverName={serverName}
      facts={[
        mimeType ?? contents[0]?.mimeType ?? parts.unknownType(),
        formatSize(contentsSize(contents)),
        texts.readAt({ at: formatMoment(part.readAt) })
      ]}
      trailing={
        part.hasChanged && (
          <>
            <Badge tone="warning">{texts.changedSince()}</Badge>
            <Button
              size="small"
              icon={Paperclip}
              onClick={() => onAttach({ serverName, uri, name, version: null })}
            >
              {texts.attachAgain()}
            </Button>
          </>
        )
      }
    >
      <div className={styles.attachmentAddress}>
        <VisibleText text={uri} />
      </div>
      <Clamp>
        <ContentsView contents={contents} name={name} />
      </Clamp>
    </AttachmentCard>
  )
}
