/** `_meta`: what a server says for programs, in addition to what it says for users. Shown unchanged, folded. */
import type { JsonObject } from '../../../app/contract/json'
import { JsonView } from '../../ui/untrusted/json-view'
import styles from './server-metadata.module.css'
import { parts as texts } from '../../../app/texts/compiled/window/parts'

export interface ServerMetadataProps {
  readonly meta: JsonObject | undefined
  /** What it belongs to. */
  readonly of: string
}

export function ServerMetadata({ meta, of }: ServerMetadataProps) {
  if (meta === undefined) return null
  return (
    <details className={styles.serverMetadata}>
      <summary>{texts.metadata()}</summary>
      <JsonView value={meta} label={texts.metadataOf({ name: of })} />
    </details>
  )
}
