/** Actions for a link to a resource in a result: read it, or attach it to the next message. */
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button'
import type { AttachedResource } from './attachments-view-store'
import { ResourcePreview } from './resource-preview'
import styles from './resource-link-actions.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { composer } from '../../../app/texts/compiled/window/composer'

interface ResourceLinkActionsProps {
  /** The server that sent the link, and the only one that is asked for it. */
  readonly serverName: string
  readonly uri: string
  readonly name: string
  readonly onAttach: (resource: AttachedResource) => void
}

/** For links from this server; undefined where attaching isn't possible. */
export function linkActions(
  serverName: string | null,
  onAttach: ResourceLinkActionsProps['onAttach'] | undefined
) {
  if (serverName === null || onAttach === undefined) return undefined
  return ({ uri, name }: Pick<ResourceLinkActionsProps, 'uri' | 'name'>) => (
    <ResourceLinkActions serverName={serverName} uri={uri} name={name} onAttach={onAttach} />
  )
}

function ResourceLinkActions({ serverName, uri, name, onAttach }: ResourceLinkActionsProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <div className={styles.resourceActions}>
        <Button
          size="small"
          aria-expanded={isShown}
          aria-label={isShown ? texts.hidePreviewOf({ name }) : texts.previewOf({ name })}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? texts.hidePreview() : texts.preview()}
        </Button>
        <Button
          size="small"
          icon={Paperclip}
          aria-label={texts.attachNamed({ name })}
          onClick={() => onAttach({ serverName, uri, name, version: null })}
        >
          {composer.attach()}
        </Button>
      </div>
      {isShown && <ResourcePreview serverName={serverName} uri={uri} name={name} />}
    </>
  )
}
