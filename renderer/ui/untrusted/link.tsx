/**
 * Links in untrusted text. A press shows the whole address, with its host highlighted, before anything opens;
 * addresses other than http, https and mailto are text.
 */
import { Info, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { linkPlace } from '../../../app/contract/approval/own-places'
import { readMailLink, writeMailLink } from '../../../app/contract/approval/mail-link'
import { ui } from '../../../app/texts/compiled/window/ui'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { GuardedButton } from '../controls/guarded-button'
import { VisibleText } from '../base/hidden-characters'
import { useHostActions, type LinkWarning } from '../base/host-actions'
import styles from './link.module.css'

const openable = new Set(['http:', 'https:'])

/** The parsed address if it may be opened, null otherwise; for mailto only the allowed parts. */
export function parseOpenable(address: string): URL | null {
  try {
    const url = new URL(address)
    if (url.protocol !== 'mailto:') return openable.has(url.protocol) ? url : null
    const mail = readMailLink(url)
    return mail === null ? null : new URL(writeMailLink(mail))
  } catch {
    return null // not an absolute address: nothing that could be opened
  }
}

/** A link that asks before it opens. An address that can't be opened is shown as text after the link text. */
export function Link({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const [isAsking, setIsAsking] = useState(false)
  const url = parseOpenable(address)
  if (url === null) {
    return (
      <span>
        {children}{' '}
        <span className={styles.linkRefused}>
          (<VisibleText text={address} />)
        </span>
      </span>
    )
  }
  return (
    <>
      <a
        href={url.href}
        className={styles.link}
        draggable={false}
        onAuxClick={(event) => event.preventDefault()}
        onClick={(event) => {
          event.preventDefault()
          setIsAsking(true)
        }}
      >
        {children}
      </a>
      <LinkDialog url={url} open={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}

interface LinkDialogProps {
  readonly url: URL
  readonly open: boolean
  readonly onClose: () => void
}

function LinkDialog({ url, open, onClose }: LinkDialogProps) {
  const { openLink } = useHostActions()
  const warnings = useWarnings(url, open)
  const openAndClose = () => {
    onClose()
    void openLink(url.href).catch(() => {}) // the provider of openLink reports its own failures
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      place={linkPlace(url.href)}
      title={ui.openLinkTitle()}
      description={ui.openLinkNote()}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="primary" disabled={warnings === null} onPress={openAndClose}>
            {ui.openLink()}
          </GuardedButton>
        </>
      }
    >
      <Address url={url} />
      <MailFields url={url} />
      {warnings !== null && warnings.length > 0 && <Warnings warnings={warnings} />}
    </Dialog>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly LinkWarning[] }) {
  return (
    <ul
      className={styles.linkWarnings}
      aria-label={ui.warnings()}
      data-level={warnings.some(({ level }) => level === 'danger') ? 'danger' : 'note'}
    >
      {warnings.map(({ level, text }) => (
        <li key={text} data-level={level}>
          {level === 'danger' ? <TriangleAlert size={16} aria-hidden /> : <Info size={16} aria-hidden />}
          <span>
            <VisibleText text={text} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const none: readonly LinkWarning[] = []

/** What is unusual about the address; null until known. */
function useWarnings({ href, protocol }: URL, isAsked: boolean): readonly LinkWarning[] | null {
  const { judgeLink } = useHostActions()
  const [warnings, setWarnings] = useState<readonly LinkWarning[] | null>(null)
  const isWeb = protocol !== 'mailto:'
  useEffect(() => {
    if (!isAsked || !isWeb) return
    let isOver = false
    const tell = (found: readonly LinkWarning[]) => {
      if (!isOver) setWarnings(found)
    }
    // both outcomes are reported
    void judgeLink(href).then(tell, () => tell([{ level: 'danger', text: ui.linkNotChecked() }]))
    return () => {
      isOver = true
    }
  }, [judgeLink, href, isAsked, isWeb])
  return isWeb ? warnings : none
}

/** The fields for a mail program, by name. */
function MailFields({ url }: { readonly url: URL }) {
  const mail = readMailLink(url)
  if (mail === null) return null
  const fields = [
    [ui.mailTo(), mail.to.join(', ')],
    [ui.mailCc(), mail.cc.join(', ')],
    [ui.mailBcc(), mail.bcc.join(', ')],
    [ui.mailSubject(), mail.subject],
    [ui.mailBody(), mail.body.replaceAll('\r\n', '\n')]
  ] as const
  return (
    <dl className={styles.mailFields} aria-label={ui.mailFields()}>
      {fields
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <VisibleText text={value} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** A whole address with its host highlighted; for mailto the recipient. */
export function Address({ url }: { readonly url: URL }) {
  const host = url.protocol === 'mailto:' ? url.pathname : url.host
  const start = url.href.indexOf(
    host,
    url.protocol.length + (url.protocol === 'mailto:' ? 0 : 2 + credentialsLength(url))
  )
  return (
    <p className={styles.address}>
      {url.href.slice(0, start)}
      <strong className={styles.addressHost}>{host}</strong>
      {url.href.slice(start + host.length)}
    </p>
  )
}

function credentialsLength(url: URL): number {
  if (url.username === '' && url.password === '') return 0
  return url.username.length + (url.password === '' ? 0 : url.password.length + 1) + 1
}
