/** The tools of a server with their calls, errors and durations, sorted as the user wants. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { ToolHealth } from '../../../app/contract/workbench/health'
import { health as texts } from '../../../app/texts/compiled/window/health'
import { ui } from '../../../app/texts/compiled/window/ui'
import { formatDuration, formatShare } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { TableFrame } from '../../ui/untrusted/table-frame'
import styles from './health.module.css'

const columns = ['toolName', 'calls', 'errors', 'p50Ms', 'p95Ms'] as const
type Column = (typeof columns)[number]

interface Order {
  readonly column: Column
  readonly isAscending: boolean
}

const titles: Readonly<Record<Column, () => string>> = {
  toolName: texts.tool,
  calls: texts.calls,
  errors: texts.errors,
  p50Ms: texts.p50,
  p95Ms: texts.p95
}

const fewRows = 30

export function ToolFigures({ tools }: { readonly tools: readonly ToolHealth[] }) {
  const [order, setOrder] = useState<Order>({ column: 'calls', isAscending: false })
  const [isCut, setIsCut] = useState(true)
  const sorted = sortTools(tools, order)
  const shown = isCut ? sorted.slice(0, fewRows) : sorted
  const sortBy = (column: Column) =>
    setOrder({ column, isAscending: column === order.column ? !order.isAscending : column === 'toolName' })
  const rows = () => [columns.map((column) => titles[column]()), ...sorted.map(describeTool)]
  return (
    <section className={styles.part} aria-label={texts.tools()}>
      <h4 className={styles.chartTitle}>{texts.tools()}</h4>
      <TableFrame rows={rows}>
        <table className={styles.table} aria-label={texts.tools()}>
          <thead>
            <tr>
              {columns.map((column) => (
                <SortableHead key={column} column={column} order={order} onSort={() => sortBy(column)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((tool) => {
              const [name = '', ...cells] = describeTool(tool)
              return (
                <tr key={tool.toolName}>
                  <th scope="row">
                    <VisibleText text={name} />
                  </th>
                  {cells.map((cell, index) => (
                    <td key={columns[index + 1]}>{cell}</td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </TableFrame>
      {shown.length < sorted.length && (
        <Button size="small" variant="quiet" onClick={() => setIsCut(false)}>
          {ui.showMoreOf({ count: sorted.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

interface SortableHeadProps {
  readonly column: Column
  readonly order: Order
  readonly onSort: () => void
}

function SortableHead({ column, order, onSort }: SortableHeadProps) {
  const isSorted = column === order.column
  const Arrow = order.isAscending ? ArrowUp : ArrowDown
  const sort = isSorted ? (order.isAscending ? 'ascending' : 'descending') : 'none'
  return (
    <th scope="col" aria-sort={sort}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {titles[column]()}
        {isSorted && <Arrow size={12} aria-hidden />}
      </button>
    </th>
  )
}

function sortTools(tools: readonly ToolHealth[], { column, isAscending }: Order): readonly ToolHealth[] {
  const compare = (one: ToolHealth, other: ToolHealth): number =>
    column === 'toolName'
      ? one.toolName.localeCompare(other.toolName)
      : (one[column] ?? -1) - (other[column] ?? -1)
  return tools.toSorted((one, other) => (isAscending ? compare(one, other) : compare(other, one)))
}

function describeTool({ toolName, calls, errors, p50Ms, p95Ms }: ToolHealth): readonly string[] {
  return [
    toolName,
    String(calls),
    errors === 0 ? '0' : texts.errorsOf({ errors, share: formatShare(errors / calls) }),
    p50Ms === null ? '–' : formatDuration(p50Ms),
    p95Ms === null ? '–' : formatDuration(p95Ms)
  ]
}
