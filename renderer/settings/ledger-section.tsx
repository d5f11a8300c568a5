/** Section `Ledger`: who received what, when, and by whose decision; to search, check and export. */
import { useEffect, useState } from 'react'
import { Download, ShieldCheck } from 'lucide-react'
import type { LedgerCheck, LedgerEntry, LedgerRecipient } from '../../app/contract/ledger'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { VisibleText } from '../ui/base/hidden-characters'
import { Select } from '../ui/controls/select'
import { TextField } from '../ui/controls/text-field'
import { formatSize } from '../ui/base/format'
import { LedgerCollector } from './ledger-collector'
import { LedgerTraces } from './ledger-traces'
import { LedgerEntryItem } from './ledger-entry-item'
import type { SectionProps } from './section'
import { anyRecipient, anyTime, periods, useLedger } from './use-ledger'
import { toText } from '../../app/texts/localized'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { TextWithElements, textSlot } from '../ui/base/text-with-elements'
import partStyles from '../parts/permissions/settings-parts.module.css'
import styles from './ledger-section.module.css'

const typingMs = 200

export function LedgerSection({ onOpenConversation }: SectionProps) {
  const [text, setText] = useState('')
  const [recipient, setRecipient] = useState(anyRecipient)
  const [period, setPeriod] = useState(anyTime)
  const settledText = useSettled(text)
  const { page, failure, isLoading, readEarlier } = useLedger({ text: settledText, recipient, period })
  return (
    <>
      <p className={partStyles.settingsNone}>{texts.ledgerNote()}</p>
      <div className={styles.ledgerFilters}>
        <TextField label={texts.searchLedger()} type="search" value={text} onChange={setText} />
        <Select
          label={texts.recipient()}
          value={recipient}
          options={recipientOptions(page?.recipients ?? [])}
          onChange={setRecipient}
        />
        <Select
          label={texts.time()}
          value={period}
          options={periods.map(({ value, label }) => ({ value, label: label() }))}
          onChange={setPeriod}
        />
      </div>
      <FailureText text={failure} />
      {page !== null && page.entries.length === 0 && (
        <p className={partStyles.settingsNone}>
          {page.recipients.length === 0 ? texts.nothingLeft() : texts.nothingFits()}
        </p>
      )}
      {page !== null && page.entries.length > 0 && (
        <Entries entries={page.entries} onOpenConversation={onOpenConversation} />
      )}
      {page?.hasEarlier === true && (
        <Button className={partStyles.settingsStart} isBusy={isLoading} onClick={readEarlier}>
          {texts.showEarlier()}
        </Button>
      )}
      <Proof />
      <LedgerCollector />
      <LedgerTraces />
    </>
  )
}

function Entries({
  entries,
  onOpenConversation
}: Pick<SectionProps, 'onOpenConversation'> & { readonly entries: readonly LedgerEntry[] }) {
  return (
    <ul className={partStyles.settingsList} aria-label={texts.ledgerEntries()}>
      {entries.map((entry) => (
        <LedgerEntryItem key={entry.position} entry={entry} onOpenConversation={onOpenConversation} />
      ))}
    </ul>
  )
}

function Proof() {
  const [check, setCheck] = useState<LedgerCheck | null>(null)
  const [savedAs, setSavedAs] = useState<string | null>(null)
  const { pending, failure, run } = useCommand()
  const verify = async () => setCheck(await call('ledger.verify', {}))
  const save = async () => setSavedAs((await call('ledger.export', {})).path)
  return (
    <section className={partStyles.settingsGroup}>
      <h3>{texts.proof()}</h3>
      <p className={partStyles.settingsNone}>{texts.proofNote()}</p>
      <div className={styles.ledgerActions}>
        <Button
          icon={ShieldCheck}
          isBusy={pending === 'verify'}
          disabled={pending !== null}
          onClick={() => void run(verify, 'verify')}
        >
          {texts.checkChain()}
        </Button>
        <Button
          icon={Download}
          isBusy={pending === 'save'}
          disabled={pending !== null}
          onClick={() => void run(save, 'save')}
        >
          {texts.exportLedger()}
        </Button>
      </div>
      <div role="status" className={styles.ledgerVerdict} data-broken={check?.broken !== null || undefined}>
        {check !== null && <Verdict check={check} />}
        {savedAs !== null && (
          <p>
            <VisibleText text={texts.writtenTo({ path: savedAs })} />
          </p>
        )}
      </div>
      <FailureText text={failure} />
    </section>
  )
}

function Verdict({ check: { entries: count, head, broken } }: { readonly check: LedgerCheck }) {
  if (broken !== null)
    return (
      <p className={styles.ledgerBroken}>
        <VisibleText text={texts.chainBroken({ reason: toText(broken.reason) })} />
      </p>
    )
  if (head === null) return <p>{texts.chainWhole({ count })}</p>
  return (
    <p>
      <TextWithElements
        text={texts.chainWholeTo({ count, hash: textSlot('hash') })}
        with={{ hash: <code>{head}</code> }}
      />
    </p>
  )
}

function recipientOptions(recipients: readonly LedgerRecipient[]) {
  const known = recipients.map(({ recipientType, recipient, entries, bytes }) => ({
    value: `${recipientType} ${recipient}`,
    label: recipient,
    detail: texts.recipientDetail({
      type: typeWords[recipientType](),
      count: entries,
      size: formatSize(bytes)
    })
  }))
  return [{ value: anyRecipient, label: texts.allRecipients() }, ...known]
}

const typeWords = {
  model: texts.modelProvider,
  server: texts.server,
  link: texts.link,
  address: texts.address
} as const

/** The text after a pause in typing, so that not every keystroke starts a search. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
