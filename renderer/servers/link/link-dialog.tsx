/** `Add ‹name›?`: everything that a link would add and asks for, and the approval. Saves and runs nothing. */
import { useRef, useState } from 'react'
import { serverLinkPlace } from '../../../app/contract/approval/own-places'
import type { LinkView } from '../../../app/contract/servers/link'
import { toText } from '../../../app/texts/localized'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Banner } from '../../ui/controls/banner'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { WholeText } from '../../ui/untrusted/exact-text'
import { LinkRequest, type LinkSecrets } from './link-request'
import { LinkFacts } from './link-facts'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { ui } from '../../../app/texts/compiled/window/ui'
import commonStyles from '../../parts/common.module.css'
import styles from './link-dialog.module.css'

export interface LinkDialogProps {
  readonly view: LinkView
  readonly open: boolean
  readonly onClose: () => void
}

export function LinkDialog({ view, open, onClose }: LinkDialogProps) {
  const { id, name, link } = view
  const [filledIn, setFilledIn] = useState<Readonly<Record<string, string>>>({})
  const secrets: LinkSecrets = useRef(new Map<string, () => string>())
  const { pending, failure, run } = useCommand()
  const add = async () => {
    const typed = [...secrets.current].map(([secret, read]) => [secret, read()] as const)
    const given = Object.fromEntries(typed.filter(([, value]) => value !== ''))
    const added = await call('adding.add-link', { id, secrets: given, filledIn })
    notify('status', texts.linkAdded({ name: added.serverName }))
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isOutsidePressIgnored
      place={serverLinkPlace(id)}
      startsAtTop
      title={texts.linkTitle({ name })}
      description={originOf(view)}
      plainText={() => link}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="primary" isBusy={pending !== null} onPress={() => void run(add)}>
            {texts.linkAdd()}
          </GuardedButton>
        </>
      }
    >
      <div className={commonStyles.stack4}>
        <Remarks view={view} />
        <LinkFacts view={view} />
        <LinkRequest view={view} secrets={secrets} filledIn={filledIn} onFilledIn={setFilledIn} />
        <details>
          <summary>{texts.linkWhole()}</summary>
          <pre className={styles.whole}>
            <WholeText text={link} />
          </pre>
        </details>
        <p className={commonStyles.smallNote}>{texts.linkTrustNote()}</p>
        <FailureText text={failure} />
      </div>
    </Dialog>
  )
}

function Remarks({ view: { name, takenName, leftOut, warnings } }: { readonly view: LinkView }) {
  return (
    <>
      {warnings.map((warning) => (
        <Banner key={toText(warning)} tone={warning.level === 'danger' ? 'danger' : 'info'}>
          <VisibleText text={toText(warning)} />
        </Banner>
      ))}
      {takenName !== null && (
        <p>
          <VisibleText text={texts.linkNameTaken({ taken: takenName, name })} />
        </p>
      )}
      {leftOut.length > 0 && (
        <p className={commonStyles.smallNote}>
          <VisibleText text={texts.foundLeftOut({ keys: leftOut.join(', ') })} />
        </p>
      )}
    </>
  )
}

function originOf({ origin }: LinkView): string {
  if (origin === 'vscode') return texts.linkForCode()
  return origin === 'cursor' ? texts.linkForCursor() : texts.linkFromOther()
}
