/** `Troubleshoot`: checks a server step by step, and shows the first failing step and its fixes. */
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Diagnosis, Fault, FaultFix, DiagnosisStep } from '../../../app/contract/servers/diagnosis'
import type { ServerView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { CommandLine } from '../../ui/untrusted/command-line'
import { useCommand } from '../../bridge/use-command'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import type { ServerPanel } from '../status/server-state'
import { ManualChecks } from './manual-checks'
import { FaultFixes } from './fault-fixes'
import { FaultReport } from './fault-report'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { toText } from '../../../app/texts/localized'
import partStyles from '../status/server-parts.module.css'
import styles from './doctor-panel.module.css'

/** The steps of a server's check as text. */
const describeStep: Readonly<Record<DiagnosisStep, () => string>> = {
  entry: texts.stepEntry,
  trust: texts.stepTrust,
  command: texts.stepCommand,
  file: texts.stepFile,
  runtime: texts.stepRuntime,
  walls: texts.walls,
  start: texts.stepStart,
  'first-bytes': texts.stepFirstBytes,
  protocol: texts.stepProtocol,
  revision: texts.stepRevision,
  tools: texts.stepTools,
  address: texts.stepAddress,
  name: texts.stepName,
  tcp: texts.stepTcp,
  tls: texts.stepTls,
  http: texts.stepHttp,
  discovery: texts.stepDiscovery,
  authorization: texts.stepAuthorization
}

export interface DoctorPanelProps {
  readonly server: ServerView
  readonly onPanel: (serverName: string, panel: ServerPanel | null) => void
}

/** A region named `Troubleshooting ‹server›`. Opening it starts the check. */
export function DoctorPanel({ server, onPanel }: DoctorPanelProps) {
  const { name } = server
  const { diagnosis, isRunning, failure, check } = useDiagnosis(name)
  const [reported, setReported] = useState<Diagnosis | null>(null)
  const again = useFocusAfter(isRunning)
  return (
    <section className={partStyles.serverPanel} aria-label={plainWithMarks(texts.faultOf({ name }))}>
      <FailureText text={failure} />
      {isRunning && <Running serverName={name} />}
      {!isRunning && diagnosis !== null && <Found diagnosis={diagnosis} />}
      {!isRunning && (
        <FaultFixes server={server} fixes={fixesOf(diagnosis)} onPanel={onPanel}>
          <Button ref={again.button} size="small" onClick={() => again.press(check)}>
            {texts.checkAgain()}
          </Button>
          {/* Last, so that nothing takes its place when it is removed. */}
          {diagnosis !== null && reported !== diagnosis && (
            <Button size="small" onClick={() => setReported(diagnosis)}>
              {texts.makeReport()}
            </Button>
          )}
        </FaultFixes>
      )}
      {!isRunning && diagnosis !== null && reported === diagnosis && (
        <FaultReport serverName={name} text={diagnosis.report} />
      )}
      {!isRunning && <ManualChecks server={server} onPanel={onPanel} />}
    </section>
  )
}

function Running({ serverName }: { readonly serverName: string }) {
  return (
    <div className={styles.running}>
      <Spinner label={texts.checking()} />
      <Button size="small" onClick={() => void call('server.cancel-diagnosis', { serverName })}>
        {texts.cancelCheck()}
      </Button>
    </div>
  )
}

function fixesOf(diagnosis: Diagnosis | null): readonly FaultFix[] {
  if (diagnosis === null) return []
  return diagnosis.fault?.fixes ?? [{ type: 'retry' }]
}

/** The button that starts a check is removed meanwhile; the focus returns to it afterwards. */
function useFocusAfter(isRunning: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (isRunning || !isPressed.current) return
    isPressed.current = false
    button.current?.focus()
  }, [isRunning])
  const press = (begin: () => void) => {
    isPressed.current = true
    begin()
  }
  return { button, press }
}

function useDiagnosis(serverName: string) {
  const { pending, failure, run } = useCommand()
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null)
  const check = useCallback(() => {
    setDiagnosis(null)
    void run(async () => setDiagnosis(await call('server.diagnose', { serverName })))
  }, [run, serverName])
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    check()
  }, [check])
  return { diagnosis, isRunning: pending !== null, failure, check }
}

const stepIcons = { passed: CircleCheck, failed: CircleX, skipped: CircleDashed }
const stateWords = { passed: texts.stepPassed, failed: texts.stepFailed, skipped: texts.stepSkipped }

/** Not a list, because every `listitem` of the dialog is a server. */
function Steps({ steps }: Pick<Diagnosis, 'steps'>) {
  return (
    <div role="group" aria-label={texts.checkSteps()} className={styles.steps}>
      {steps.map(({ step, state }) => {
        const Icon = stepIcons[state]
        return (
          <span key={step} className={styles.step} data-state={state}>
            <Icon size={14} aria-label={stateWords[state]()} />
            {describeStep[step]()}
          </span>
        )
      })}
    </div>
  )
}

function Found({ diagnosis: { steps, fault } }: { readonly diagnosis: Diagnosis }) {
  return (
    <>
      <Steps steps={steps} />
      <div role="status" className={styles.outcome}>
        {fault === null ? <p>{texts.noFault()}</p> : <FaultWords fault={fault} />}
      </div>
    </>
  )
}

function FaultWords({ fault }: { readonly fault: Fault }) {
  // Terminal commands are copied, not typed.
  const command = fault.step === 'walls' ? fault.why.values?.['command'] : undefined
  return (
    <>
      <p className={styles.why}>
        <VisibleText text={texts.faultAt({ step: describeStep[fault.step](), why: toText(fault.why) })} />
      </p>
      {typeof command === 'string' && <CommandLine text={command} label={texts.copyCommand()} />}
      <p>
        <VisibleText text={toText(fault.advice)} />
      </p>
      {fault.saw !== '' && (
        <pre className={styles.saw} role="group" aria-label={texts.whatWasSeen()} tabIndex={0}>
          <VisibleText text={fault.saw} />
        </pre>
      )}
    </>
  )
}
