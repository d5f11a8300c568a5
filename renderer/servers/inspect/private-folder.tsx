/** A sandboxed server's private folder: its size, and a button that empties it. */
import { useState } from 'react'
import type { PrivateFolderInfo as Folder } from '../../../app/contract/private-folder'
import type { ServerView } from '../../../app/contract/servers'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { readServer } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { formatSize } from '../../ui/base/format'
import { Button } from '../../ui/controls/button'
import partStyles from '../status/server-parts.module.css'
import { ClearPrivateDialog } from './clear-private-dialog'
import styles from './inspect-panel.module.css'

export function PrivateFolder({ server: { name, state } }: { readonly server: ServerView }) {
  const [isAsking, setIsAsking] = useState(false)
  const { value, again } = useRead({
    key: name,
    read: () => readServer(name, 'private-folder'),
    freshness: state
  })
  if (value === null) return null
  return (
    <section className={partStyles.inspectSection} aria-label={texts.privateFolder()}>
      <h3 className={partStyles.inspectHeading}>{texts.privateFolder()}</h3>
      <p>{texts.privateFolderNote()}</p>
      <dl className={styles.inspectCapabilities}>
        <div>
          <dt>{texts.privateFolderUse()}</dt>
          <dd>{sizeWords(value)}</dd>
        </div>
      </dl>
      <Button size="small" disabled={isEmpty(value)} onClick={() => setIsAsking(true)}>
        {texts.clearPrivateData()}
      </Button>
      <ClearPrivateDialog
        serverName={name}
        open={isAsking}
        onClose={() => {
          setIsAsking(false)
          again()
        }}
      />
    </section>
  )
}

function isEmpty({ bytes }: Folder): boolean {
  return bytes === null || bytes === 0
}

function sizeWords(folder: Folder): string {
  const { bytes, allowedMb: allowed } = folder
  if (bytes === null || isEmpty(folder)) return texts.privateFolderEmpty()
  return bytes > allowed * 1_048_576
    ? texts.privateFolderOver({ allowed })
    : texts.privateFolderSize({ size: formatSize(bytes), allowed })
}
