/** What a sandboxed server may do with files, what it did, and what was blocked; kept until the user clears it. */
import type { ReactNode } from 'react'
import type { DoneFile } from '../../../app/contract/consent/file-activity'
import type { ServerView } from '../../../app/contract/servers'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { AllowFolder } from '../../parts/allow-folder'
import { call, readServer } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useRead } from '../../bridge/use-read'
import { formatMoment, useNow } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import partStyles from '../status/server-parts.module.css'
import styles from './inspect-panel.module.css'

const everyMs = 2_000

export function ChangedFiles({ server }: { readonly server: ServerView }) {
  const now = useNow(true)
  const serverName = server.name
  const { value, again } = useRead({
    key: serverName,
    read: () => readServer(serverName, 'file-activity'),
    freshness: Math.floor(now / everyMs)
  })
  const { pending, failure, run } = useCommand()
  if (value === null || value.containment === null) return null
  const { read, write } = value.containment
  const clear = async () => {
    await call('server.clear', { serverName, what: 'file-activity' })
    again()
  }
  return (
    <section className={partStyles.inspectSection} aria-label={texts.doneFiles()}>
      <h3 className={partStyles.inspectHeading}>{texts.doneFiles()}</h3>
      <dl className={styles.inspectCapabilities}>
        {read.map((place) => (
          <Row key={`read ${place}`} name={place} words={texts.mayRead()} />
        ))}
        {write.map((place) => (
          <Row key={`write ${place}`} name={place} words={texts.mayWrite()} />
        ))}
        {value.files.map((file) => (
          <Row key={file.id} name={nameOf(file)} words={wordsOf(file)} isMarked={file.access !== 'wrote'}>
            {file.folder !== null && (
              <AllowFolder serverName={serverName} id={file.id} folder={file.folder} />
            )}
          </Row>
        ))}
      </dl>
      {value.files.length === 0 && <p className={partStyles.inspectUnknown}>{texts.didNothing()}</p>}
      <p className={partStyles.inspectUnknown}>{texts.doneFilesHint()}</p>
      <Button size="small" isBusy={pending === 'clear'} onClick={() => void run(clear, 'clear')}>
        {texts.clearDoings()}
      </Button>
      <FailureText text={failure} />
    </section>
  )
}

interface RowProps {
  readonly name: string
  readonly words: string
  readonly isMarked?: boolean
  readonly children?: ReactNode
}

function Row({ name, words, isMarked = false, children }: RowProps) {
  return (
    <div className={styles.inspectCapability}>
      <dt>
        <VisibleText text={name} />
      </dt>
      <dd>
        {isMarked ? <strong>{words}</strong> : words} {children}
      </dd>
    </div>
  )
}

const accessWords = {
  read: texts.triedToRead,
  write: texts.triedToWrite,
  wrote: texts.wroteFile,
  talk: texts.triedToTalk,
  addresses: texts.triedToReach,
  names: texts.triedToLookUp,
  ports: texts.triedToReach
}

function nameOf({ access, path }: DoneFile): string {
  if (access === 'addresses') return texts.pastAddresses()
  if (access === 'names') return texts.pastNames()
  return access === 'ports' ? texts.pastPorts() : path
}

function wordsOf({ access, count, lastAt }: DoneFile): string {
  return accessWords[access]({ count, moment: formatMoment(lastAt) })
}
