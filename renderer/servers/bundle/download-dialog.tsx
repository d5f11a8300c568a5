/**
 * `Fetch a bundle from ‹host›?`: the whole address, what it should be, and the approval. Nothing is requested before
 * that.
 */
import { useRef } from 'react'
import type { AddingView } from '../../../app/contract/servers/adding'
import { bundlePlace } from '../../../app/contract/approval/own-places'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { ui } from '../../../app/texts/compiled/window/ui'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { formatSize } from '../../ui/base/format'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Banner } from '../../ui/controls/banner'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts } from '../../ui/untrusted/facts'
import commonStyles from '../../parts/common.module.css'
import styles from './bundle-dialog.module.css'

export interface DownloadDialogProps {
  readonly view: Extract<AddingView, { type: 'download' }>
  readonly open: boolean
  readonly onClose: () => void
}

export function DownloadDialog({ view, open, onClose }: DownloadDialogProps) {
  const { id, url, host, sha256, from, ledHereBy, mostBytes } = view
  const { pending, failure, run } = useCommand()
  const beginning = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isOutsidePressIgnored
      place={bundlePlace(id)}
      initialFocus={beginning}
      title={texts.fetchTitle({ host: plainWithMarks(host) })}
      description={from === 'link' ? texts.fetchFromLink() : texts.fetchFromDirectory()}
      plainText={() => url}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton
            variant="primary"
            isBusy={pending !== null}
            onPress={() => void run(() => call('adding.download', { id }))}
          >
            {texts.fetchBundle()}
          </GuardedButton>
        </>
      }
    >
      <div ref={beginning} tabIndex={-1} className={commonStyles.stack4}>
        {ledHereBy !== null && (
          <Banner tone="warning">{texts.fetchLedHere({ host: plainWithMarks(ledHereBy) })}</Banner>
        )}
        <Facts>
          <Fact label={texts.fetchHost()}>
            <strong>
              <ExactText text={host} />
            </strong>
          </Fact>
          <Fact label={texts.fetchAddress()}>
            <code className={commonStyles.code}>
              <ExactText text={url} />
            </code>
          </Fact>
          <Fact label={texts.fetchSum()}>
            {sha256 === null ? (
              <span className={styles.note}>{texts.fetchNoSum()}</span>
            ) : (
              <code className={commonStyles.code}>{sha256}</code>
            )}
          </Fact>
          <Fact label={texts.fetchSize()}>{texts.fetchAtMost({ size: formatSize(mostBytes) })}</Fact>
        </Facts>
        <p className={styles.note}>{texts.fetchNote()}</p>
        <FailureText text={failure} />
      </div>
    </Dialog>
  )
}
