/** One server in the picker: what it offers, or why that is unknown. */
import { Braces, Check, FileText, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { OfferedIcon } from '../../parts/offered-icon'
import { rowName, rowView } from './attach-rows'
import type { AttachRow, AttachSection } from './attach-rows'
import { resourceFacts, templateFacts } from './resource-facts'
import type { AttachChoice } from './use-attach-choice'
import partStyles from './attach-parts.module.css'
import styles from './attach-section.module.css'
import { toText } from '../../../app/texts/localized'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface AttachSectionProps {
  readonly section: AttachSection
  readonly choice: AttachChoice
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export function AttachSectionView({ section, choice, onKeyDown }: AttachSectionProps) {
  const { serverName, problem, rows, hiddenCount } = section
  return (
    <section className={partStyles.attachSection}>
      <h3 className={partStyles.attachServer}>
        <VisibleText text={serverName} />
      </h3>
      {problem !== null && (
        <p className={partStyles.attachProblem} role="note">
          <TriangleAlert size={14} aria-hidden />
          <span>
            <VisibleText text={toText(problem)} />
          </span>
        </p>
      )}
      {rows.length > 0 && <Rows section={section} choice={choice} onKeyDown={onKeyDown} />}
      {hiddenCount > 0 && <p className={partStyles.attachMore}>{texts.moreHidden({ count: hiddenCount })}</p>}
    </section>
  )
}

/** A listbox named after its server. It has the focus and points at the active row. */
function Rows({ section, choice, onKeyDown }: AttachSectionProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const { rows, serverName } = section
  const activeIndex = rows.findIndex(({ key }) => key === choice.active?.key)
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' })
  }, [activeIndex])
  const first = rows[0]
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={plainWithMarks(serverName)}
      aria-multiselectable
      data-server={serverName}
      className={styles.attachList}
      tabIndex={0}
      aria-activedescendant={activeIndex === -1 ? undefined : `${id}-${activeIndex}`}
      onKeyDown={onKeyDown}
      onFocus={() => activeIndex === -1 && first !== undefined && choice.activate(first)}
    >
      {rows.map((row, index) => (
        <li
          key={row.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={choice.isChosen(row)}
          data-active={index === activeIndex || undefined}
          className={styles.attachOption}
          // Before the list gets the focus, which would make another row active.
          onMouseDown={() => choice.activate(row)}
          onClick={() => choice.toggle(row)}
        >
          <Row row={row} isChosen={choice.isChosen(row)} />
        </li>
      ))}
    </ul>
  )
}

function Row({ row, isChosen }: { readonly row: AttachRow; readonly isChosen: boolean }) {
  const { description, serverName, icons } = rowView(row)
  const facts =
    row.kind === 'resource' ? resourceFacts(row.resource) : [texts.template(), ...templateFacts(row.template)]
  return (
    <>
      <span className={styles.attachCheck} data-chosen={isChosen || undefined} aria-hidden>
        {isChosen && <Check size={12} />}
      </span>
      <span className={styles.attachWords}>
        <span className={styles.attachName}>
          <OfferedIcon
            serverName={serverName}
            icons={icons}
            fallback={row.kind === 'resource' ? FileText : Braces}
          />
          <span>
            <VisibleText text={rowName(row)} />
          </span>
        </span>
        {description !== '' && (
          <span className={styles.attachDescription}>
            <VisibleText text={description} />
          </span>
        )}
        <span className={styles.attachFacts}>
          <VisibleText text={facts.join(' · ')} />
        </span>
      </span>
    </>
  )
}
