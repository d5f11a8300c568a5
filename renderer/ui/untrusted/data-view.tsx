/**
 * Formatted data: lists of flat objects as tables, objects as labelled trees, everything as text. Invalid places are
 * marked. Long lists are drawn in pieces.
 */
import { createContext, useContext, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { Button } from '../controls/button'
import { childPath, dataShape, isScalar } from './data-shape'
import type { DataShape, DataRow, Scalar } from './data-shape'
import { plainWithMarks, VisibleText } from '../base/hidden-characters'
import { useWhenRevealed } from '../base/reveal-target'
import { JsonView, LongText } from './json-view'
import { TableFrame } from './table-frame'
import styles from './data-view.module.css'

export interface DataProblem {
  /** JSON Pointer, '' for the whole. */
  readonly path: string
  readonly message: string
}

export interface DataViewProps {
  readonly value: unknown
  /** Names the region for screen readers. */
  readonly label: string
  readonly problems?: readonly DataProblem[]
}

/** Messages by place. */
const ProblemsContext = createContext<ReadonlyMap<string, string>>(new Map())

/** A group with the given name. */
export function DataView({ value, label, problems }: DataViewProps) {
  const byPath = useMemo(
    () => new Map((problems ?? []).map(({ path, message }) => [path, message])),
    [problems]
  )
  return (
    <ProblemsContext value={byPath}>
      <div className={styles.dataView} role="group" aria-label={plainWithMarks(label)}>
        <Node value={value} path="" depth={0} />
      </div>
    </ProblemsContext>
  )
}

interface NodeProps {
  readonly value: unknown
  readonly path: string
  readonly depth: number
}

function Node({ value, path, depth }: NodeProps): ReactNode {
  const problem = useContext(ProblemsContext).get(path)
  const shape = useMemo(() => dataShape(value, depth), [value, depth])
  const shown = <Shape shape={shape} path={path} depth={depth} />
  return problem === undefined || path === '' ? (
    shown
  ) : (
    <div className={styles.dataMisfit}>
      {shown}
      <p className={styles.dataMisfitMessage}>
        <VisibleText text={problem} />
      </p>
    </div>
  )
}

interface ShapeProps {
  readonly shape: DataShape
  readonly path: string
  readonly depth: number
}

function Shape({ shape, path, depth }: ShapeProps): ReactNode {
  switch (shape.type) {
    case 'value':
      return <Value value={shape.value} />
    case 'nothing':
      return <span className={styles.dataFaint}>{shape.words()}</span>
    case 'json':
      return <JsonView value={shape.value} label={ui.deeperData()} isCompact />
    case 'table':
      return <Table columns={shape.columns} rows={shape.rows} path={path} />
    case 'fields':
    case 'items':
      return <Entries entries={shape.entries} isList={shape.type === 'items'} path={path} depth={depth} />
  }
}

function Value({ value }: { readonly value: Scalar }) {
  if (value === null) return <span className={styles.dataFaint}>null</span>
  if (value === '') return <span className={styles.dataFaint}>{ui.emptyText()}</span>
  if (typeof value === 'string') {
    return (
      <LongText text={value}>
        {(shown) => (
          <span className={styles.dataText}>
            <VisibleText text={shown} />
          </span>
        )}
      </LongText>
    )
  }
  return <span className={styles.dataExact}>{String(value)}</span>
}

interface EntriesProps {
  readonly entries: readonly (readonly [string, unknown])[]
  /** Entries are counted instead of named. */
  readonly isList: boolean
  readonly path: string
  readonly depth: number
}

function Entries({ entries, isList, path, depth }: EntriesProps) {
  return (
    <Pieces items={entries}>
      {(shown) => (
        <dl className={styles.dataFields}>
          {shown.map(([name, value]) => (
            <div
              key={name}
              className={styles.dataField}
              data-nested={(!isScalar(value) && !isList) || undefined}
            >
              <dt className={styles.dataName} data-counted={isList || undefined}>
                <VisibleText text={isList ? String(Number(name) + 1) : name} />
              </dt>
              <dd>
                <Node value={value} path={childPath(path, name)} depth={depth + 1} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Pieces>
  )
}

interface TableProps {
  readonly columns: readonly string[]
  readonly rows: readonly DataRow[]
  readonly path: string
}

function Table({ columns, rows, path }: TableProps) {
  const places = useMemo(
    () => rows.map((row, index) => ({ row, path: childPath(path, String(index)) })),
    [rows, path]
  )
  const numeric = useMemo(() => new Set(columns.filter((name) => isNumeric(rows, name))), [columns, rows])
  return (
    <Pieces items={places}>
      {(shown) => (
        <TableFrame rows={() => written(columns, rows)}>
          <table className={styles.dataTable}>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" data-number={numeric.has(name) || undefined}>
                    <VisibleText text={name} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((place) => (
                <tr key={place.path}>
                  {columns.map((name) => (
                    <Cell key={name} row={place.row} name={name} path={childPath(place.path, name)} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </Pieces>
  )
}

interface CellProps {
  readonly row: DataRow
  readonly name: string
  readonly path: string
}

function Cell({ row, name, path }: CellProps) {
  const problem = useContext(ProblemsContext).get(path)
  const value = row[name]
  return (
    <td data-number={typeof value === 'number' || undefined} data-misfit={problem !== undefined || undefined}>
      {Object.hasOwn(row, name) && <Value value={isScalar(value) ? value : null} />}
      {problem !== undefined && (
        <p className={styles.dataMisfitMessage}>
          <VisibleText text={problem} />
        </p>
      )}
    </td>
  )
}

/** All rows, also those that are not drawn yet. */
function written(columns: readonly string[], rows: readonly DataRow[]): string[][] {
  const cells = rows.map((row) =>
    columns.map((name) => {
      const value = Object.hasOwn(row, name) ? row[name] : null
      return isScalar(value) && value !== null ? String(value) : ''
    })
  )
  return [[...columns], ...cells]
}

function isNumeric(rows: readonly DataRow[], name: string): boolean {
  return rows.every((row) => !Object.hasOwn(row, name) || row[name] === null || typeof row[name] === 'number')
}

/** Items drawn at once. */
const pieceSize = 100
/** For showing a search hit in one of them. */
const ledSize = 1_000

function Pieces<T>(props: {
  readonly items: readonly T[]
  readonly children: (shown: readonly T[]) => ReactNode
}) {
  const [shownCount, setShownCount] = useState(pieceSize)
  useWhenRevealed(() => setShownCount((count) => Math.max(count, ledSize)))
  const restCount = props.items.length - shownCount
  return (
    <>
      {props.children(props.items.slice(0, shownCount))}
      {restCount > 0 && (
        <Button size="small" onClick={() => setShownCount(shownCount + pieceSize)}>
          {ui.showMoreOf({ count: restCount })}
        </Button>
      )}
    </>
  )
}
