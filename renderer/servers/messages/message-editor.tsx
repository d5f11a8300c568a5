/** Writes a message as JSON and sends it: also one that breaks the schema, because that is what servers are tested with. */
import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { WrittenMessage } from '../../../app/contract/workbench/written-messages'
import { messages as texts } from '../../../app/texts/compiled/window/messages'
import { toText } from '../../../app/texts/localized'
import { call, failureMessage } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { CompletionField } from '../../ui/controls/completion-field'
import { FailureText } from '../../ui/controls/failure-text'
import { Select } from '../../ui/controls/select'
import { Switch } from '../../ui/controls/switch'
import { TextField } from '../../ui/controls/text-field'
import { JsonView } from '../../ui/untrusted/json-view'
import commonStyles from '../../parts/common.module.css'
import { findLine } from './find-line'
import { chooseMethod, readDraft, type MessageDraft } from './message-draft'
import lineStyles from './message-line.module.css'
import styles from './message-editor.module.css'

type Check = CallOutput<'messages.check'>
type Methods = CallOutput<'messages.list-methods'>
type Sent = CallOutput<'messages.send'>

/** The revision in which each message says more than its method and parameters. */
const completedRevision = '2026-07-28'

export interface MessageEditorProps {
  readonly serverName: string
  readonly draft: MessageDraft
  readonly onChange: (draft: MessageDraft) => void
  readonly onClose: () => void
}

/** A region named `New message`. */
export function MessageEditor({ serverName, draft, onChange, onClose }: MessageEditorProps) {
  const { found, failure: unread } = useMethods(serverName)
  const message = readDraft(draft)
  const { check, failure: unchecked } = useCheck(serverName, message)
  const { pending, failure, run } = useCommand()
  const [sent, setSent] = useState<Sent | null>(null)
  const send = () => {
    if (message === null) return
    setSent(null)
    void run(async () => setSent(await call('messages.send', { serverName, message })), 'send')
  }
  return (
    <section className={styles.editor} aria-label={texts.newMessage()}>
      <Fields draft={draft} methods={found} isReadable={message !== null} onChange={onChange} />
      {check !== null && <Checked check={check} />}
      <div className={commonStyles.wrap}>
        <Button
          size="small"
          variant="primary"
          isBusy={pending !== null}
          disabled={message === null || (check !== null && check.refusal !== null)}
          onClick={send}
        >
          {texts.send()}
        </Button>
        {pending !== null && (
          <Button size="small" onClick={() => void call('messages.stop', { serverName }).catch(() => {})}>
            {texts.stop()}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={onClose}>
          {texts.close()}
        </Button>
        <span role="status" className={styles.end}>
          {pending === null ? sent !== null && describeEnd(sent) : texts.waitingForAnswer()}
        </span>
      </div>
      <FailureText text={failure ?? unread ?? unchecked} />
    </section>
  )
}

interface FieldsProps {
  readonly draft: MessageDraft
  readonly methods: Methods | null
  readonly isReadable: boolean
  readonly onChange: (draft: MessageDraft) => void
}

function Fields({ draft, methods, isReadable, onChange }: FieldsProps) {
  const known = methods?.methods ?? []
  const { kind, method, params, id, isCompleted } = draft
  const named = known.find((one) => one.method === method)
  const hint = named?.isDeclared === false ? { hint: texts.notDeclared() } : {}
  return (
    <>
      <div className={styles.head}>
        <CompletionField
          label={texts.method()}
          value={method}
          onChange={(typed) => onChange(chooseMethod(draft, typed.replaceAll(/\s/gu, ''), known))}
          values={known.map((one) => one.method).filter((one) => one.includes(method))}
          {...hint}
          onAsk={() => {}}
          onEnter={() => {}}
        />
        <Select
          label={texts.kind()}
          options={[
            { value: 'request', label: texts.request() },
            { value: 'notification', label: texts.notification() }
          ]}
          value={kind}
          onChange={(chosen) => onChange({ ...draft, kind: chosen === 'request' ? chosen : 'notification' })}
        />
        {kind === 'request' && (
          <TextField
            label={texts.messageId()}
            placeholder={texts.chosenByParley()}
            isCode
            maxLength={500}
            value={id}
            onChange={(typed) => onChange({ ...draft, id: typed })}
          />
        )}
      </div>
      <TextField
        label={texts.params()}
        isCode
        rows={6}
        value={params}
        error={isReadable || method === '' ? null : texts.paramsUnreadable()}
        onChange={(typed) => onChange({ ...draft, params: typed })}
      />
      {params.includes('[secret]') && <p className={styles.note}>{texts.hasSecret()}</p>}
      {methods?.revision === completedRevision && (
        <Switch
          label={texts.completeMeta({ revision: completedRevision })}
          isOn={isCompleted}
          onChange={(isOn) => onChange({ ...draft, isCompleted: isOn })}
        />
      )}
    </>
  )
}

/** Where it breaks the schema, and the whole message as the server would get it. */
function Checked({ check: { text, checkedAgainst, faults, refusal, isAsked } }: { readonly check: Check }) {
  const value: unknown = JSON.parse(text)
  const revision = checkedAgainst ?? ''
  return (
    <>
      {refusal !== null && <p className={styles.refusal}>{toText(refusal)}</p>}
      {checkedAgainst === null && <p className={styles.note}>{texts.noSchema()}</p>}
      {checkedAgainst !== null && faults.length === 0 && (
        <p className={styles.note}>{texts.fitsSchema({ revision })}</p>
      )}
      {faults.length > 0 && (
        <>
          <p className={styles.refusal}>{texts.breaksSchema({ revision })}</p>
          <ul className={lineStyles.faults} aria-label={texts.faultsOf({ revision })}>
            {faults.map(({ pointer, reason }) => (
              <li key={`${pointer} ${toText(reason)}`}>
                <code>
                  <VisibleText text={pointer === '' ? '/' : pointer} />
                </code>{' '}
                <VisibleText text={toText(reason)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {refusal === null && isAsked && <p className={styles.note}>{texts.asksFirst()}</p>}
      <details>
        <summary>{texts.asSent()}</summary>
        <JsonView
          value={value}
          label={texts.asSent()}
          markedLines={new Set(faults.map(({ pointer }) => findLine(value, pointer)))}
        />
      </details>
    </>
  )
}

function describeEnd({ id, end }: Sent): string {
  const name = id ?? ''
  const words: Readonly<Record<Sent['end'], string>> = {
    result: texts.endResult({ id: name }),
    error: texts.endError({ id: name }),
    sent: texts.endSent(),
    denied: texts.endDenied(),
    stopped: texts.endStopped()
  }
  return words[end]
}

function useMethods(serverName: string) {
  const [read, setRead] = useState<{ readonly found: Methods | null; readonly failure: string | null }>({
    found: null,
    failure: null
  })
  useEffect(() => {
    let isCurrent = true
    call('messages.list-methods', { serverName }).then(
      (found) => isCurrent && setRead({ found, failure: null }),
      (error: unknown) => isCurrent && setRead({ found: null, failure: failureMessage(error) })
    )
    return () => void (isCurrent = false)
  }, [serverName])
  return read
}

interface Checking {
  /** The last one, until the next one is there. */
  readonly check: Check | null
  readonly failure: string | null
}

function useCheck(serverName: string, message: WrittenMessage | null): Checking {
  const [checked, setChecked] = useState<Checking>({ check: null, failure: null })
  const key = message === null ? null : JSON.stringify(message)
  useEffect(() => {
    if (key === null) return
    let isCurrent = true
    const asked = JSON.parse(key) as WrittenMessage
    call('messages.check', { serverName, message: asked }).then(
      (check) => isCurrent && setChecked({ check, failure: null }),
      (error: unknown) => isCurrent && setChecked({ check: null, failure: failureMessage(error) })
    )
    return () => void (isCurrent = false)
  }, [serverName, key])
  return message === null ? { check: null, failure: null } : checked
}
