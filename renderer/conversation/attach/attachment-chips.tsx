/** Attachments of the next message, above its text: resources and a prompt, each removable. */
import { FileText, MessageSquareQuote, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResourceListing } from '../../../app/contract/offers'
import { Badge } from '../../ui/controls/badge'
import { IconButton } from '../../ui/controls/button'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { isEmpty, listedVersion } from '../content/attachments-view-store'
import type { AttachedResource, DraftAttachments } from '../content/attachments-view-store'
import styles from './attachment-chips.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface AttachmentChipsProps {
  readonly attachments: DraftAttachments
  /** Current lists, to detect changes; null while unknown. */
  readonly listings: readonly ResourceListing[] | null
  readonly onDetach: (resource: AttachedResource) => void
  readonly onRemovePrompt: () => void
  /** Absent for a prompt that takes no arguments. */
  readonly onEditPrompt?: (() => void) | undefined
  /** The chips of files. */
  readonly children?: ReactNode
}

/** A list named `Attached to this message`. */
export function AttachmentChips(props: AttachmentChipsProps) {
  const { attachments, listings } = props
  if (isEmpty(attachments)) return null
  const { prompt, resources } = attachments
  return (
    <ul className={styles.chips} aria-label={texts.attachedList()}>
      {prompt !== null && (
        <Chip
          icon={MessageSquareQuote}
          name={`/${prompt.prompt.name}`}
          serverName={prompt.prompt.serverName}
          detail={argumentsText(prompt.arguments)}
          pressLabel={texts.editArguments({ name: `/${prompt.prompt.name}` })}
          onPress={props.onEditPrompt}
          onRemove={props.onRemovePrompt}
        />
      )}
      {resources.map((resource) => (
        <Chip
          key={`${resource.serverName}\n${resource.uri}`}
          icon={FileText}
          name={resource.name}
          serverName={resource.serverName}
          detail={resource.uri}
          onRemove={() => props.onDetach(resource)}
        >
          <ChangeMark change={changeOf(resource, listings)} />
        </Chip>
      ))}
      {props.children}
    </ul>
  )
}

export interface ChipProps {
  readonly icon: LucideIcon
  readonly name: string
  /** The server, or another short fact. */
  readonly serverName: string
  /** Tooltip of the chip. */
  readonly detail: string
  readonly onPress?: (() => void) | undefined
  /** What the press does. */
  readonly pressLabel?: string
  readonly onRemove: () => void
  readonly children?: ReactNode
}

export function Chip(props: ChipProps) {
  const { icon: Icon, name, serverName, detail, onPress, pressLabel, onRemove, children } = props
  const words = (
    <>
      <span className={styles.chipName}>
        <VisibleText text={name} />
      </span>
      <span className={styles.chipServer}>
        <VisibleText text={serverName} />
      </span>
    </>
  )
  return (
    <li className={styles.chip} title={plainWithMarks(detail)}>
      <Icon size={14} aria-hidden />
      {onPress === undefined ? (
        words
      ) : (
        <button
          type="button"
          className={styles.chipPress}
          aria-label={plainWithMarks(pressLabel ?? name)}
          onClick={onPress}
        >
          {words}
        </button>
      )}
      {children}
      <IconButton
        label={texts.removeNamed({ name })}
        icon={X}
        size="small"
        className={styles.chipRemove}
        onClick={onRemove}
      />
    </li>
  )
}

function argumentsText(args: Readonly<Record<string, string>>): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
    .slice(0, 500)
}

type Change = 'none' | 'changed' | 'gone'

/** How the resource changed since it was chosen, according to the server's list. */
function changeOf(resource: AttachedResource, listings: readonly ResourceListing[] | null): Change {
  if (resource.version === null || listings === null) return 'none'
  const listing = listings.find(({ serverName }) => serverName === resource.serverName)
  if (listing !== undefined && listing.problem !== null) return 'none'
  const listed = listing?.resources.find(({ uri }) => uri === resource.uri)
  if (listed === undefined) return 'gone'
  return listedVersion(listed) === resource.version ? 'none' : 'changed'
}

function ChangeMark({ change }: { readonly change: Change }) {
  if (change === 'none') return null
  return (
    <span title={change === 'changed' ? texts.attachmentChanged() : texts.attachmentGone()}>
      <Badge tone="warning">{change === 'changed' ? texts.changed() : texts.noLongerListed()}</Badge>
    </span>
  )
}
