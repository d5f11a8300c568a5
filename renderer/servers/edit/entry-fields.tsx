/** The fields of a server's entry: a program with arguments and variables, or an address with headers. */
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { SandboxFields } from './sandbox-fields'
import { EntryValues, type EntrySecrets } from './entry-values'
import type { EntryDraft, EntryKind } from './entry-draft'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './entry-fields.module.css'

export interface EntryFieldsProps {
  readonly draft: EntryDraft
  readonly onDraft: (draft: EntryDraft) => void
  readonly secrets: EntrySecrets
  /** Optional for a new one: Parley chooses a name. */
  readonly isNew: boolean
  /** What the system supports; null: not known. */
  readonly sandbox: SandboxView | null
}

export function EntryFields(props: EntryFieldsProps) {
  const { draft, onDraft, isNew } = props
  const kinds = [
    { value: 'program', label: texts.kindProgram() },
    { value: 'address', label: texts.kindAddress() }
  ]
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={texts.name()}
          placeholder={isNew ? texts.nameIsFound() : texts.sampleName()}
          {...bind('name', props)}
        />
        <Select
          label={texts.kind()}
          options={kinds}
          value={draft.kind}
          onChange={(value) => onDraft({ ...draft, kind: value as EntryKind })}
        />
      </div>
      {draft.kind === 'address' ? <AddressFields {...props} /> : <ProgramFields {...props} />}
    </>
  )
}

function AddressFields(props: EntryFieldsProps) {
  const { draft, onDraft, secrets } = props
  return (
    <>
      <TextField label={texts.url()} isCode placeholder="https://example.com/mcp" {...bind('url', props)} />
      <EntryValues
        kind="headers"
        values={draft.headers}
        onValues={(headers) => onDraft({ ...draft, headers })}
        secrets={secrets}
      />
    </>
  )
}

function ProgramFields(props: EntryFieldsProps) {
  const { draft, onDraft, secrets, isNew, sandbox } = props
  return (
    <>
      <TextField
        label={texts.command()}
        isCode
        placeholder="npx"
        hint={texts.commandHint()}
        {...bind('command', props)}
      />
      <TextField
        label={texts.arguments()}
        isCode
        rows={3}
        hint={texts.argumentsHint()}
        {...bind('args', props)}
      />
      {!isNew && <TextField label={texts.workingFolder()} isCode {...bind('cwd', props)} />}
      <EntryValues
        kind="variables"
        values={draft.env}
        onValues={(env) => onDraft({ ...draft, env })}
        secrets={secrets}
      />
      <SandboxFields draft={draft} onDraft={onDraft} sandbox={sandbox} />
    </>
  )
}

function bind(key: 'name' | 'command' | 'args' | 'cwd' | 'url', { draft, onDraft }: EntryFieldsProps) {
  return { value: draft[key], onChange: (text: string) => onDraft({ ...draft, [key]: text }) }
}
