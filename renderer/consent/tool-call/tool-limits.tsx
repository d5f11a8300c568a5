/** The part of a tool question for allowing more than one call, but not everything: limits and scopes. */
import { useId } from 'react'
import type { GrantScope } from '../../../app/contract/grants'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { callsRow, durationRow, durations, type LimitRow } from './limit-rows'
import { GuardedButton } from '../../ui/controls/guarded-button'
import type { Limits } from './use-limits'
import type { ToolAnswer, ToolDecision } from './use-tool-answer'
import hiddenStyles from '../../ui/base/visually-hidden.module.css'
import headingStyles from '../question/question-heading.module.css'
import styles from './tool-limits.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface ToolLimitsProps {
  readonly question: ToolCallQuestion
  readonly limits: Limits
  readonly answer: ToolAnswer
}

export function ToolLimits({ question, limits, answer }: ToolLimitsProps) {
  const isForSeveral = (question.widerScopes ?? []).length > 0
  return (
    <details className={styles.toolLimits}>
      <summary>
        {consent.permissionOptions()}
        {limits.count > 0 && (
          <span className={styles.toolLimitsCount}> {consent.chosen({ count: limits.count })}</span>
        )}
      </summary>
      <p className={styles.toolLimitsWords}>{consent.limitsNote()}</p>
      <ul className={styles.toolLimitsRows} aria-label={consent.limits()}>
        {limits.rows.map((row) => (
          <li key={row.key}>
            <Row row={row} limits={limits} />
          </li>
        ))}
      </ul>
      {isForSeveral && <Wider question={question} limits={limits} answer={answer} />}
    </details>
  )
}

function Row({ row, limits }: { readonly row: LimitRow; readonly limits: Limits }) {
  const id = useId()
  return (
    <div className={styles.toolLimit}>
      <input
        id={id}
        type="checkbox"
        checked={limits.isChosen(row.key)}
        onChange={() => limits.toggle(row.key)}
      />
      <label htmlFor={id}>
        <VisibleText text={row.words} />
        {row.key === callsRow && (
          <span className={hiddenStyles.visuallyHidden}>
            {' '}
            {consent.countOfMoreCalls({ calls: limits.calls })}
          </span>
        )}
      </label>
      <Choice row={row} limits={limits} />
    </div>
  )
}

/** The choice in a checked row. */
function Choice({ row, limits }: { readonly row: LimitRow; readonly limits: Limits }) {
  if (row.key === callsRow)
    return (
      <>
        <TextField
          label={consent.numberOfCalls()}
          isLabelHidden
          type="number"
          value={limits.calls}
          onChange={limits.setCalls}
        />
        <span>{consent.moreCalls()}</span>
      </>
    )
  if (row.key === durationRow)
    return (
      <Select
        label={consent.time()}
        isLabelHidden
        value={String(limits.durationMs)}
        options={durations.map(({ ms, label }) => ({ value: String(ms), label: label() }))}
        onChange={(value) => limits.setDurationMs(Number(value))}
      />
    )
  if (row.folders === undefined) return null
  return (
    <Select
      label={consent.folder()}
      isLabelHidden
      value={limits.folderOf(row)}
      options={row.folders.map((folder) => ({ value: folder, label: folder }))}
      onChange={(folder) => limits.setFolder(row.key, folder)}
    />
  )
}

function Wider({ question, limits, answer }: ToolLimitsProps) {
  const { serverName, widerScopes = [] } = question
  return (
    <section className={styles.toolLimitsWider} aria-label={consent.severalTools()}>
      <h3 className={headingStyles.questionHeading}>
        <VisibleText text={consent.severalToolsOf({ server: serverName })} />
      </h3>
      <p className={styles.toolLimitsWords}>{consent.severalNote()}</p>
      {widerScopes.map(({ scope, toolCount, toolNames }) => (
        <div key={scope} className={styles.toolLimitsReach}>
          <WiderButton scope={scope} limits={limits} answer={answer} />
          <span className={styles.toolLimitsTools}>
            <VisibleText
              text={consent.toolsAndMore({
                names: toolNames.join(', '),
                count: Math.max(0, toolCount - toolNames.length)
              })}
            />
          </span>
        </div>
      ))}
    </section>
  )
}

function WiderButton({
  scope,
  limits,
  answer
}: Pick<ToolLimitsProps, 'limits' | 'answer'> & { readonly scope: GrantScope }) {
  const wider = widerAnswers[scope]
  if (wider === undefined) return null
  return (
    <GuardedButton
      size="small"
      disabled={answer.pending !== null}
      isBusy={answer.pending === wider.decision}
      onPress={() => answer.approve(wider.decision, limits.read('several'))}
    >
      {wider.label()}
    </GuardedButton>
  )
}

const widerAnswers: Partial<
  Record<GrantScope, { readonly decision: ToolDecision; readonly label: () => string }>
> = {
  'server-conversation': {
    decision: 'allow-server-conversation',
    label: consent.allowServerTools
  },
  'read-only': { decision: 'allow-read-only', label: consent.trustReadOnly }
}
