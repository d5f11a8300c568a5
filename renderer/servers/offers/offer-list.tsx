/** Resources or prompts of one server, each folded to its name, with a filter. Untrusted text. */
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import { serverView as texts } from '../../../app/texts/compiled/window/serverView'
import { servers } from '../../../app/texts/compiled/window/servers'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button, Spinner } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { TextField } from '../../ui/controls/text-field'
import commonStyles from '../../parts/common.module.css'
import partStyles from '../status/server-parts.module.css'
import styles from './tool-details.module.css'

/** From this many on there is a filter. */
const manyOffers = 8
const shownAtOnce = 50

export interface OfferRow {
  readonly key: string
  readonly icon: LucideIcon
  readonly name: string
  readonly address: string
  /** Drawn while unfolded. */
  readonly body: ReactNode
}

export interface OfferListProps {
  readonly server: ServerView
  /** Null until read. */
  readonly rows: readonly OfferRow[] | null
  /** Said if a connected server offers none. */
  readonly none: string
}

export function OfferList({ server, rows, none }: OfferListProps) {
  const [query, setQuery] = useState('')
  const [shownCount, setShownCount] = useState(shownAtOnce)
  if (server.state !== 'connected' && (rows?.length ?? 0) === 0)
    return <p className={partStyles.inspectUnknown}>{texts.notConnected()}</p>
  if (rows === null) return <Spinner label={texts.reading()} />
  const words = query.toLowerCase()
  const found = rows.filter(({ name, address }) => `${name} ${address}`.toLowerCase().includes(words))
  return (
    <div className={commonStyles.stack2}>
      {rows.length > manyOffers && (
        <TextField
          type="search"
          label={texts.filter()}
          isLabelHidden
          placeholder={texts.filter()}
          value={query}
          onChange={setQuery}
        />
      )}
      {rows.length === 0 && <p className={partStyles.inspectUnknown}>{none}</p>}
      {found.slice(0, shownCount).map((row) => (
        <Row key={row.key} row={row} />
      ))}
      {found.length > shownCount && (
        <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
          {servers.showMore({ count: found.length - shownCount })}
        </Button>
      )}
    </div>
  )
}

function Row({ row: { icon: Icon, name, address, body } }: { readonly row: OfferRow }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={styles.toolDetails}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <Icon size={14} aria-hidden />
        <span className={styles.toolDetailsName}>
          <VisibleText text={name} />
        </span>
        <span className={styles.toolDetailsTitle}>
          <VisibleText text={address} />
        </span>
      </summary>
      {isOpen && <div className={styles.toolDetailsBody}>{body}</div>}
    </details>
  )
}

export interface OfferDetailsProps {
  readonly description: string
  /** Null: unknown. */
  readonly facts: readonly (string | null)[]
}

export function OfferDetails({ description, facts }: OfferDetailsProps) {
  const line = facts.filter((fact) => fact !== null).join(' · ')
  return (
    <>
      {description !== '' && (
        <Clamp>
          <p className={styles.toolDetailsText}>
            <VisibleText text={description} />
          </p>
        </Clamp>
      )}
      {line !== '' && (
        <p className={commonStyles.smallNote}>
          <VisibleText text={line} />
        </p>
      )}
    </>
  )
}
