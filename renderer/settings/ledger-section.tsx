/** Section `Ledger`: who received what, when, and by whose decision; found, checked and taken along. */
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
import { LedgerEntryItem } from './ledger-entry-item'
import type { SectionProps } from './section'
import { anyRecipient, anyTime, periods, useLedger } from './use-ledger'
import partStyles from './settings-parts.module.css'
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
      <p className={partStyles.settingsNone}>
        Everything that left Parley: to a model, a server, a link or another address. Only the size and a
        short beginning are kept, without secrets.
      </p>
      <div className={styles.ledgerFilters}>
        <TextField label="Search the ledger" type="search" value={text} onChange={setText} />
        <Select
          label="Recipient"
          value={recipient}
          options={recipientOptions(page?.recipients ?? [])}
          onChange={setRecipient}
        />
        <Select label="Time" value={period} options={periods} onChange={setPeriod} />
      </div>
      <FailureText text={failure} />
      {page !== null && page.entries.length === 0 && (
        <p className={partStyles.settingsNone}>
          {page.recipients.length === 0 ? 'Nothing has left Parley yet.' : 'Nothing fits these choices.'}
        </p>
      )}
      {page !== null && page.entries.length > 0 && (
        <Entries entries={page.entries} onOpenConversation={onOpenConversation} />
      )}
      {page?.hasEarlier === true && (
        <Button className={partStyles.settingsStart} isBusy={isLoading} onClick={readEarlier}>
          Show earlier
        </Button>
      )}
      <Proof />
      <LedgerCollector />
    </>
  )
}

function Entries({
  entries,
  onOpenConversation
}: Pick<SectionProps, 'onOpenConversation'> & { readonly entries: readonly LedgerEntry[] }) {
  return (
    <ul className={partStyles.settingsList} aria-label="Ledger entries">
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
      <h3>Proof</h3>
      <p className={partStyles.settingsNone}>
        Each entry carries a hash of the one before it, so that a later change shows. Note the last hash
        elsewhere, and a shortened ledger shows, too.
      </p>
      <div className={styles.ledgerActions}>
        <Button
          icon={ShieldCheck}
          isBusy={pending === 'verify'}
          disabled={pending !== null}
          onClick={() => void run(verify, 'verify')}
        >
          Check the chain
        </Button>
        <Button
          icon={Download}
          isBusy={pending === 'save'}
          disabled={pending !== null}
          onClick={() => void run(save, 'save')}
        >
          Export as JSON Lines
        </Button>
      </div>
      <div role="status" className={styles.ledgerVerdict} data-broken={check?.broken !== null || undefined}>
        {check !== null && <Verdict check={check} />}
        {savedAs !== null && (
          <p>
            Written to <VisibleText text={savedAs} />
          </p>
        )}
      </div>
      <FailureText text={failure} />
    </section>
  )
}

function Verdict({ check: { entries, head, broken } }: { readonly check: LedgerCheck }) {
  if (broken !== null)
    return (
      <p className={styles.ledgerBroken}>
        The chain is broken. <VisibleText text={broken.reason} />
      </p>
    )
  return (
    <p>
      {countWords(entries)}, unbroken.
      {head !== null && (
        <>
          {' '}
          Last hash: <code>{head}</code>
        </>
      )}
    </p>
  )
}

function recipientOptions(recipients: readonly LedgerRecipient[]) {
  const known = recipients.map(({ recipientType, recipient, entries, bytes }) => ({
    value: `${recipientType} ${recipient}`,
    label: recipient,
    detail: `${typeWords[recipientType]}, ${countWords(entries)}, ${formatSize(bytes)}`
  }))
  return [{ value: anyRecipient, label: 'All recipients' }, ...known]
}

function countWords(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`
}

const typeWords = { model: 'Model provider', server: 'Server', link: 'Link', address: 'Address' } as const

/** The text once nobody types any more, so that not every letter is looked for. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
