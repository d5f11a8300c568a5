/** A directory's entries; visible ones are drawn. One Tab stop, arrow keys select. */
import { useId, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { DirectoryEntry } from '../../../app/contract/servers/directory'
import { classNames } from '../../ui/base/class-names'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { directory as texts } from '../../../app/texts/compiled/window/directory'
import styles from './entry-list.module.css'

export interface EntryListProps {
  readonly entries: readonly DirectoryEntry[]
  readonly chosen: string | null
  readonly onChoose: (name: string) => void
  readonly onEnd: () => void
  readonly isInstalled: (entry: DirectoryEntry) => boolean
}

/** Rows per Page up and Page down. */
const page = 8

export function EntryList({ entries, chosen, onChoose, onEnd, isInstalled }: EntryListProps) {
  const id = useId()
  const list = useRef<VirtuosoHandle>(null)
  const at = entries.findIndex(({ name }) => name === chosen)
  const move = (event: KeyboardEvent) => {
    const to = targetOf(event.key, at, entries.length)
    const entry = to === null ? undefined : entries[to]
    if (entry === undefined) return
    event.preventDefault()
    onChoose(entry.name)
    list.current?.scrollIntoView({ index: to ?? 0 })
  }
  return (
    <Virtuoso
      ref={list}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={texts.list()}
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      onKeyDown={move}
      data={entries as DirectoryEntry[]}
      computeItemKey={(_index, { name }) => name}
      endReached={onEnd}
      increaseViewportBy={200}
      initialTopMostItemIndex={Math.max(0, at)}
      itemContent={(index, entry) =>
        drawOption({
          entry,
          id: `${id}-${index}`,
          position: index + 1,
          count: entries.length,
          isChosen: index === at,
          isInstalled: isInstalled(entry),
          onChoose
        })
      }
    />
  )
}

interface OptionProps {
  readonly entry: DirectoryEntry
  readonly id: string
  readonly position: number
  readonly count: number
  readonly isChosen: boolean
  readonly isInstalled: boolean
  readonly onChoose: (name: string) => void
}

function drawOption({ entry, id, position, count, isChosen, isInstalled, onChoose }: OptionProps) {
  return (
    <div
      role="option"
      id={id}
      aria-selected={isChosen}
      aria-posinset={position}
      aria-setsize={count}
      className={classNames(styles.entry, isChosen && styles.chosen)}
      onClick={() => onChoose(entry.name)}
    >
      <EntryRow entry={entry} isInstalled={isInstalled} />
    </div>
  )
}

function EntryRow({ entry, isInstalled }: { readonly entry: DirectoryEntry; readonly isInstalled: boolean }) {
  const { title, version, publisher, description, isDeprecated } = entry
  return (
    <>
      <span className={styles.head}>
        <strong className={styles.title}>
          <VisibleText text={title} />
        </strong>
        <span className={styles.version}>
          <VisibleText text={version} />
        </span>
        {isInstalled && <Badge tone="success">{texts.installed()}</Badge>}
        {isDeprecated && <Badge tone="warning">{texts.deprecated()}</Badge>}
      </span>
      <span className={styles.line}>
        {publisher.kind === 'github'
          ? texts.byGithub({ name: publisher.name })
          : texts.byDomain({ name: publisher.name })}
      </span>
      <span className={styles.line}>
        <VisibleText text={description} />
      </span>
    </>
  )
}

function targetOf(key: string, at: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, last)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'PageDown':
      return Math.min(at + page, last)
    case 'PageUp':
      return Math.max(at - page, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
