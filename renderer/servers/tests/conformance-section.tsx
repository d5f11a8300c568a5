/** Runs the official conformance suite against a server, after one question, and shows its newest results. */
import { Save, ShieldCheck, Square } from 'lucide-react'
import { useState } from 'react'
import { conformancePlace } from '../../../app/contract/approval/own-places'
import type { ServerView } from '../../../app/contract/servers'
import type { ConformancePlan, ConformanceRun } from '../../../app/contract/workbench/conformance'
import { toText } from '../../../app/texts/localized'
import { conformance as texts } from '../../../app/texts/compiled/window/conformance'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { formatMoment } from '../../ui/base/format'
import { Button, Spinner } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { GuardedButton } from '../../ui/controls/guarded-button'
import commonStyles from '../../parts/common.module.css'
import partStyles from '../status/server-parts.module.css'
import { ConformanceTable } from './conformance-table'
import { useConformance } from './use-conformance'
import styles from './tests-panel.module.css'

export function ConformanceSection({ server }: { readonly server: ServerView }) {
  const { known, failure } = useConformance(server)
  return (
    <section className={styles.conformance} aria-labelledby="conformance-heading">
      <h3 id="conformance-heading" className={partStyles.inspectHeading}>
        {texts.region()}
      </h3>
      <FailureText text={failure} />
      {known === null ? (
        failure === null && <Spinner label={texts.reading()} />
      ) : (
        <Known server={server} plan={known.plan} run={known.run} />
      )}
    </section>
  )
}

interface KnownProps {
  readonly server: ServerView
  readonly plan: ConformancePlan
  readonly run: ConformanceRun | null
}

function Known({ server, plan, run }: KnownProps) {
  /** What the open question names; null: it is closed. */
  const [asked, setAsked] = useState<ConformancePlan | null>(null)
  const { failure, run: perform } = useCommand()
  const serverName = server.name
  const start = () => {
    if (asked === null) return
    const { road, address } = asked
    setAsked(null)
    void perform(() => call('conformance.run', { serverName, scenario: null, road, address }))
  }
  return (
    <>
      <p className={commonStyles.smallNote}>
        {plan.hindrance === null ? texts.intro() : toText(plan.hindrance)}
      </p>
      <Commands {...{ server, plan, run, perform }} onAsk={() => setAsked(plan)} />
      <FailureText text={failure} />
      {run !== null && <Results run={run} hasFailure={failure !== null} />}
      <Question
        {...{ serverName, plan: asked ?? plan }}
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={start}
      />
    </>
  )
}

interface CommandsProps extends KnownProps {
  readonly perform: ReturnType<typeof useCommand>['run']
  readonly onAsk: () => void
}

function Commands({ server, plan, run, perform, onAsk }: CommandsProps) {
  const running = run?.endedAt === null ? run : null
  const serverName = server.name
  const stop = () => void perform(() => call('conformance.stop', { serverName }))
  const save = () =>
    void perform(async () => {
      const { path } = await call('conformance.save', { serverName })
      if (path !== null) notify('status', texts.saved({ path }))
    })
  return (
    <div className={commonStyles.wrapRow}>
      {running === null ? (
        <Button
          size="small"
          icon={ShieldCheck}
          disabled={plan.hindrance !== null || server.state !== 'connected'}
          onClick={onAsk}
        >
          {texts.run()}
        </Button>
      ) : (
        <Button size="small" icon={Square} onClick={stop}>
          {texts.stop()}
        </Button>
      )}
      {running === null && run !== null && run.scenarios.length > 0 && (
        <Button size="small" icon={Save} onClick={save}>
          {texts.save()}
        </Button>
      )}
      <span role="status" className={commonStyles.smallNote}>
        {running !== null && <VisibleText text={describeProgress(running)} />}
      </span>
    </div>
  )
}

function Results({ run, hasFailure }: { readonly run: ConformanceRun; readonly hasFailure: boolean }) {
  const { endedAt, failure, scenarios } = run
  return (
    <>
      {endedAt !== null && failure !== null && !hasFailure && (
        <p className={styles.failure}>
          <VisibleText text={toText(failure)} />
        </p>
      )}
      {endedAt !== null && scenarios.length > 0 && (
        <p className={commonStyles.smallNote}>{describeRun(run)}</p>
      )}
      {scenarios.length > 0 && <ConformanceTable scenarios={scenarios} />}
    </>
  )
}

interface QuestionProps {
  readonly serverName: string
  readonly plan: ConformancePlan
  readonly open: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

function Question({ serverName, plan, open, onClose, onConfirm }: QuestionProps) {
  const { suite, road, address } = plan
  return (
    <Dialog
      open={open}
      onClose={onClose}
      place={conformancePlace(serverName)}
      title={texts.question({ server: serverName })}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel()}</Button>
          <GuardedButton variant="primary" onPress={onConfirm}>
            {texts.confirm()}
          </GuardedButton>
        </>
      }
    >
      <ul className={styles.facts}>
        {[
          texts.download({ suite }),
          texts.calls({ server: serverName }),
          roads[road]({ server: serverName, address })
        ].map((fact) => (
          <li key={fact}>
            <VisibleText text={fact} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const roads = { direct: texts.direct, forwarded: texts.forwarded, process: texts.process } as const

function describeProgress({ scenarios, current }: ConformanceRun): string {
  if (current === null) return texts.starting()
  return texts.progress({ done: scenarios.length, scenario: current })
}

function describeRun({ suite, revision, startedAt }: ConformanceRun): string {
  const facts = { suite, time: formatMoment(startedAt) }
  return plainWithMarks(
    revision === null ? texts.ofRunWithoutRevision(facts) : texts.ofRun({ ...facts, revision })
  )
}
