/** The list of tools above the composer in Direct mode. The text box keeps the focus and points at the active row. */
import { Wrench } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { ToolSummary } from '../../../app/contract/servers'
import { Badge } from '../../ui/controls/badge'
import { VisibleText } from '../../ui/base/hidden-characters'
import { OfferedIcon } from '../../parts/offered-icon'
import styles from './tool-list.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { toText } from '../../../app/texts/render-localized'

export interface ToolListProps {
  readonly id: string
  /** Best first. */
  readonly tools: readonly ToolSummary[]
  readonly activeIndex: number
  readonly onActivate: (index: number) => void
  readonly onChoose: (tool: ToolSummary) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Id of the row for `aria-activedescendant`. */
export function toolOptionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** A listbox named `Tools`. */
export function ToolList({ id, tools, activeIndex, onActivate, onChoose, onKeyDown }: ToolListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [activeIndex, tools])
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={texts.tools()}
      className={styles.toolList}
      tabIndex={0}
      aria-activedescendant={toolOptionId(id, activeIndex)}
      onKeyDown={onKeyDown}
    >
      {tools.map((tool, index) => (
        <li
          key={`${tool.serverName}/${tool.name}`}
          id={toolOptionId(id, index)}
          role="option"
          aria-selected={index === activeIndex}
          aria-disabled={tool.problem !== null || undefined}
          className={styles.toolOption}
          onMouseMove={() => onActivate(index)}
          // A press must not move the focus from the text box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(tool)}
        >
          <ToolRow tool={tool} />
        </li>
      ))}
    </ul>
  )
}

function ToolRow({ tool }: { readonly tool: ToolSummary }) {
  return (
    <>
      <OfferedIcon serverName={tool.serverName} icons={tool.icons} fallback={Wrench} />
      <span className={styles.toolOptionName}>
        <VisibleText text={tool.name} />
      </span>
      <span className={styles.toolOptionDescription}>
        <VisibleText text={tool.problem === null ? tool.description : toText(tool.problem)} />
      </span>
      {tool.problem !== null && <Badge tone="warning">{texts.unusable()}</Badge>}
      <Badge>
        <VisibleText text={tool.serverName} />
      </Badge>
    </>
  )
}
