/** What the user sends to an app by hand: the input, as a model writes it or whole, and how the call ended. */
import { useState } from 'react'
import type { CallInput } from '../../../app/contract/bridge/calls'
import type { OpenView, ViewStep } from '../../../app/contract/bridge/view-calls'
import type { ToolView } from '../../../app/contract/servers'
import { appInspector as texts } from '../../../app/texts/compiled/window/appInspector'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import { JsonEditor } from '../../ui/schema-form/json-editor'
import { isJsonRecord, type Json, type JsonRecord } from '../../ui/schema-form/json'
import { SchemaFormTabs } from '../../ui/schema-form/tabs'
import commonStyles from '../../parts/common.module.css'
import { exampleArguments } from './example-arguments'
import styles from './app-inspector.module.css'

interface AppStepsProps {
  readonly tool: ToolView
  /** Null until it is open. */
  readonly view: OpenView | null
}

type Step = CallInput<'view.send-step'>['step']

interface Sending {
  /** What can be sent now. */
  readonly steps: readonly ViewStep[]
  readonly send: (step: Step) => void
}

/** A region named `Input and result`. */
export function AppSteps({ tool, view }: AppStepsProps) {
  const { pending, failure, run } = useCommand()
  const [args, setArgs] = useState<JsonRecord>(() => exampleArguments(tool.inputSchema))
  const [isUnreadable, setIsUnreadable] = useState(false)
  const viewId = view?.viewId ?? ''
  const steps = pending === null && view?.state === 'ready' ? (view.steps ?? []) : []
  const send = (step: Step) => void run(() => call('view.send-step', { viewId, step }))
  const canSend = (step: ViewStep) => steps.includes(step) && !isUnreadable
  return (
    <section className={styles.steps} aria-label={texts.steps()}>
      <div className={styles.column}>
        <SchemaFormTabs
          schema={tool.inputSchema}
          value={args}
          problems={[]}
          onChange={setArgs}
          onUnreadable={setIsUnreadable}
        />
        <div className={commonStyles.wrapRow}>
          <Button
            size="small"
            variant="primary"
            isBusy={pending === 'call'}
            disabled={!canSend('call')}
            onClick={() => void run(() => call('view.call-tool', { viewId, arguments: args }), 'call')}
          >
            {texts.callTool()}
          </Button>
          <Button
            size="small"
            disabled={!canSend('input')}
            onClick={() => send({ type: 'input', arguments: args })}
          >
            {texts.sendInput()}
          </Button>
        </div>
        <p role="status" className={commonStyles.smallNote}>
          {pending === 'call' ? texts.orderCalling() : describeOrder(view)}
        </p>
        <FailureText text={failure} />
      </div>
      <div className={styles.column}>
        <PartialInput steps={steps} send={send} args={args} />
        <Result steps={steps} send={send} />
        <Cancelled steps={steps} send={send} />
      </div>
    </section>
  )
}

/** As a model would have written it: everything but its end. */
function beginningOf(args: JsonRecord): string {
  const text = JSON.stringify(args)
  return text.slice(0, Math.max(1, Math.ceil(text.length * 0.6)))
}

function PartialInput({ steps, send, args }: Sending & { readonly args: JsonRecord }) {
  const [text, setText] = useState(() => beginningOf(args))
  return (
    <details className={styles.step}>
      <summary>{texts.partialInput()}</summary>
      <TextField label={texts.partialJson()} isCode rows={3} value={text} onChange={setText} />
      <Button
        size="small"
        disabled={!steps.includes('partial-input')}
        onClick={() => send({ type: 'partial-input', text })}
      >
        {texts.sendPartialInput()}
      </Button>
    </details>
  )
}

const firstResult: JsonRecord = { content: [{ type: 'text', text: '' }] }

function Result({ steps, send }: Sending) {
  const [result, setResult] = useState<JsonRecord>(firstResult)
  const [isReadable, setIsReadable] = useState(true)
  const change = (value: Json | undefined) => setResult(isJsonRecord(value) ? value : {})
  return (
    <details className={styles.step}>
      <summary>{texts.resultByHand()}</summary>
      <JsonEditor
        label={texts.resultJson()}
        isObjectOnly
        rows={6}
        value={result}
        onReadable={setIsReadable}
        onChange={change}
      />
      <Button
        size="small"
        disabled={!steps.includes('result') || !isReadable}
        onClick={() => send({ type: 'result', result })}
      >
        {texts.sendResult()}
      </Button>
    </details>
  )
}

function Cancelled({ steps, send }: Sending) {
  const [reason, setReason] = useState('')
  return (
    <details className={styles.step}>
      <summary>{texts.cancellation()}</summary>
      <TextField label={texts.reason()} value={reason} maxLength={1_000} onChange={setReason} />
      <Button
        size="small"
        disabled={!steps.includes('cancelled')}
        onClick={() => send({ type: 'cancelled', reason })}
      >
        {texts.sendCancelled()}
      </Button>
    </details>
  )
}

/** Reads the order from what is possible next. */
function describeOrder(view: OpenView | null): string {
  if (view === null || view.state === 'loading') return texts.orderLoading()
  const { state, steps = [] } = view
  if (state === 'ended') return texts.orderEnded()
  if (steps.includes('input')) return texts.orderInput()
  if (steps.includes('result')) return texts.orderResult()
  return texts.orderOver()
}
