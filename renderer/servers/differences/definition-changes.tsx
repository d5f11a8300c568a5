/** What differs between two sets of definitions. */
import { useState } from 'react'
import type {
  ChangedField,
  DefinitionChange,
  DefinitionDifferences,
  DefinitionKind
} from '../../../app/contract/workbench/differences'
import { say, toText } from '../../../app/texts/localized'
import { differences as texts } from '../../../app/texts/compiled/window/differences'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { SideBySide } from '../../parts/side-by-side'
import commonStyles from '../../parts/common.module.css'
import styles from './compare-panel.module.css'

/** This many are unfolded at first. */
const mostOpen = 5
const shownAtOnce = 50

export function DefinitionChanges({ differences }: { readonly differences: DefinitionDifferences }) {
  const { before, after, changes, unchanged, unknown } = differences
  const [forModels, forPeople] = [true, false].map((isForModel) =>
    changes.filter((change) => change.isForModel === isForModel)
  )
  return (
    <div className={commonStyles.stack3}>
      <p role="status">
        {texts.total({
          tools: before.tools,
          toolsNow: after.tools,
          tokens: before.tokens,
          tokensNow: after.tokens
        })}{' '}
        {changes.length === 0 ? texts.same() : texts.unchanged({ count: unchanged })}
      </p>
      {unknown.length > 0 && (
        <p className={commonStyles.note}>
          {texts.notCompared({
            kinds: unknown.map((kind) => toText(say('differences.kinds', { kind }))).join(', ')
          })}
        </p>
      )}
      <Changes title={texts.forModels()} changes={forModels ?? []} />
      <Changes title={texts.forPeople()} changes={forPeople ?? []} />
    </div>
  )
}

function Changes({
  title,
  changes
}: {
  readonly title: string
  readonly changes: readonly DefinitionChange[]
}) {
  const [shownCount, setShownCount] = useState(shownAtOnce)
  if (changes.length === 0) return null
  return (
    <section className={commonStyles.stack2} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>
        {changes.slice(0, shownCount).map((change, index) => (
          <li key={`${change.kind} ${change.change} ${change.name}`}>
            <Change change={change} isOpen={index < mostOpen && change.change === 'changed'} />
          </li>
        ))}
      </ul>
      {changes.length > shownCount && (
        <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
          {texts.more({ count: changes.length - shownCount })}
        </Button>
      )}
    </section>
  )
}

const tones = { added: 'success', removed: 'danger', changed: 'warning' } as const

const changeWords = { added: texts.added, removed: texts.removed, changed: texts.changed } as const

const kindWords: Readonly<Record<DefinitionKind, () => string>> = {
  server: texts.server,
  tool: texts.tool,
  prompt: texts.prompt,
  resource: texts.resource,
  template: texts.template
}

function Change({ change, isOpen }: { readonly change: DefinitionChange; readonly isOpen: boolean }) {
  const [open, setOpen] = useState(isOpen)
  const { kind, name, previousName, tokens, fields } = change
  return (
    <details className={styles.change} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Badge tone={tones[change.change]}>{changeWords[change.change]()}</Badge>
        <span>{kindWords[kind]()}</span>
        <code>
          <VisibleText
            text={previousName === null ? name : texts.renamed({ before: previousName, after: name })}
          />
        </code>
        {tokens !== null && tokens.before !== tokens.after && (
          <span className={commonStyles.smallNote}>{texts.tokens(tokens)}</span>
        )}
      </summary>
      {open && (
        <div className={styles.body}>
          {fields.map((field) => (
            <Field key={field.name} field={field} />
          ))}
        </div>
      )}
    </details>
  )
}

function Field({ field: { name, before, after, notes } }: { readonly field: ChangedField }) {
  return (
    <div>
      <h4 className={styles.fieldTitle}>
        <VisibleText text={name} />
      </h4>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map(toText).map((note) => (
            <li key={note}>
              <VisibleText text={note} />
            </li>
          ))}
        </ul>
      )}
      <SideBySide label={texts.linesOf({ name })} before={toLines(before)} after={toLines(after)} />
    </div>
  )
}

function toLines(value: ChangedField['before']): string | null {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
