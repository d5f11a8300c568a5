/** The part of a tool question for those who want to allow more than one call, and not everything: limits and reaches. */
import { useId } from 'react'
import type { ToolCallQuestion } from '../../app/contract/consents'
import { VisibleText } from '../ui/hidden-characters'
import { Select } from '../ui/select'
import { TextField } from '../ui/text-field'
import { callsRow, durationRow, durations, type LimitRow } from './limit-rows'
import { ApproveButton } from './question-dialog'
import './tool-limits.css'
import type { Limits } from './use-limits'
import type { ToolAnswer, ToolDecision } from './use-tool-answer'

export interface ToolLimitsProps {
  readonly question: ToolCallQuestion
  readonly limits: Limits
  readonly answer: ToolAnswer
}

export function ToolLimits({ question, limits, answer }: ToolLimitsProps) {
  const scopes = question.scopes ?? []
  const isForSeveral = scopes.includes('server-conversation') || scopes.includes('read-only')
  return (
    <details className="tool-limits">
      <summary>
        Limit or widen a permission
        {limits.count > 0 && <span className="tool-limits-count"> ({limits.count} chosen)</span>}
      </summary>
      <p className="tool-limits-words">
        What you allow for this conversation or always goes on by itself only within these limits. A call
        outside of them asks again.
      </p>
      <ul className="tool-limits-rows" aria-label="Limits">
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
    <div className="tool-limit">
      <input
        id={id}
        type="checkbox"
        checked={limits.isChosen(row.key)}
        onChange={() => limits.toggle(row.key)}
      />
      <label htmlFor={id}>
        <VisibleText text={row.words} />
        {row.key === callsRow && <span className="visually-hidden"> {limits.calls} calls more</span>}
      </label>
      <Choice row={row} limits={limits} />
    </div>
  )
}

/** What is chosen in a row beyond that it holds. */
function Choice({ row, limits }: { readonly row: LimitRow; readonly limits: Limits }) {
  if (row.key === callsRow)
    return (
      <>
        <TextField
          label="Number of calls"
          isLabelHidden
          type="number"
          value={limits.calls}
          onChange={limits.setCalls}
        />
        <span>calls more</span>
      </>
    )
  if (row.key === durationRow)
    return (
      <Select
        label="Time"
        isLabelHidden
        value={String(limits.durationMs)}
        options={durations.map(({ ms, label }) => ({ value: String(ms), label }))}
        onChange={(value) => limits.setDurationMs(Number(value))}
      />
    )
  if (row.folders === undefined) return null
  return (
    <Select
      label="Folder"
      isLabelHidden
      value={limits.folderOf(row)}
      options={row.folders.map((folder) => ({ value: folder, label: folder }))}
      onChange={(folder) => limits.setFolder(row.key, folder)}
    />
  )
}

function Wider({ question, limits, answer }: ToolLimitsProps) {
  const { serverName, scopes = [] } = question
  const button = (decision: ToolDecision, label: string) => (
    <ApproveButton
      size="small"
      disabled={answer.pending !== null}
      isBusy={answer.pending === decision}
      onApprove={() => answer.approve(decision, limits.read('several'))}
    >
      {label}
    </ApproveButton>
  )
  return (
    <section className="tool-limits-wider" aria-label="Several tools at once">
      <h3 className="question-heading">
        Several tools of <VisibleText text={serverName} /> at once
      </h3>
      <p className="tool-limits-words">
        Only the tools that it has now. What may destroy or overwrite always asks, unless you allow it by its
        name. Limits on arguments do not count here.
      </p>
      <div className="tool-limits-buttons">
        {scopes.includes('server-conversation') &&
          button('allow-server-conversation', 'Allow its tools in this conversation')}
        {scopes.includes('read-only') && button('allow-read-only', 'Trust its read-only tools')}
      </div>
    </section>
  )
}
