/** One server of another app before it is added: its command, and what happens to its keys. */
import { useId } from 'react'
import type { FoundServer, FoundValue } from '../../../app/contract/servers/other-apps'
import { toText } from '../../../app/texts/localized'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { TextField } from '../../ui/controls/text-field'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './found-entry.module.css'

export interface FoundEntryProps {
  readonly server: FoundServer
  readonly isChosen: boolean
  readonly onToggle: () => void
  /** By placeholder, the typed value. */
  readonly filledIn: Readonly<Record<string, string>>
  readonly onFill: (placeholder: string, text: string) => void
}

export function FoundEntry({ server, isChosen, onToggle, filledIn, onFill }: FoundEntryProps) {
  const id = useId()
  const { name, problem, project, values, leftOut, placeholders } = server
  return (
    <article className={styles.entry} aria-labelledby={id}>
      <div className={styles.name}>
        <label id={id}>
          <input type="checkbox" checked={isChosen} disabled={problem !== null} onChange={onToggle} />
          <VisibleText text={name} />
        </label>
        <Marks server={server} />
      </div>
      {(server.command ?? server.url) !== null && (
        <code className={styles.line}>
          <VisibleText text={lineOf(server)} />
        </code>
      )}
      {values.map((value) => (
        <Value key={value.name} value={value} />
      ))}
      {project !== null && <Note text={texts.foundProject({ folder: project })} />}
      {leftOut.length > 0 && <Note text={texts.foundLeftOut({ keys: leftOut.join(', ') })} />}
      {problem !== null && <Note text={toText(problem)} />}
      {isChosen &&
        placeholders.map((placeholder) => (
          <TextField
            key={placeholder}
            label={texts.foundPlaceholder({ placeholder })}
            isCode
            value={filledIn[placeholder] ?? ''}
            onChange={(text) => onFill(placeholder, text)}
          />
        ))}
    </article>
  )
}

function Marks({ server: { status, other, isDisabled, problem } }: { readonly server: FoundServer }) {
  const named = other ?? ''
  return (
    <>
      {problem !== null && <Badge tone="warning">{texts.foundUnusable()}</Badge>}
      {isDisabled && <Badge>{texts.foundDisabled()}</Badge>}
      {status === 'here' && <Badge tone="success">{texts.foundHere({ name: named })}</Badge>}
      {status === 'name-taken' && <Badge tone="warning">{texts.foundNameTaken({ name: named })}</Badge>}
      {status === 'twice' && <Badge>{texts.foundTwice({ host: named })}</Badge>}
    </>
  )
}

function Note({ text }: { readonly text: string }) {
  return (
    <p className={styles.note}>
      <VisibleText text={text} />
    </p>
  )
}

function Value({ value: { name, text, state } }: { readonly value: FoundValue }) {
  return (
    <p className={styles.value}>
      <code>
        <VisibleText text={name} />
      </code>
      {state === 'key' && <span className={styles.note}>{texts.foundKey()}</span>}
      {state === 'asked' && <Badge tone="warning">{texts.foundAsked()}</Badge>}
      {text !== null && (
        <code>
          <VisibleText text={text} />
        </code>
      )}
    </p>
  )
}

/** Quotes arguments that contain spaces. For reading only, never run. */
function lineOf({ command, args, url }: FoundServer): string {
  if (command === null) return url ?? ''
  return [command, ...args].map((word) => (/[\s"]|^$/.test(word) ? JSON.stringify(word) : word)).join(' ')
}
