/** Whether an entry's program is sandboxed, and what it may use. */
import { useState } from 'react'
import { limitKeys, limitRanges, defaultSandboxLimits } from '../../../app/contract/consent/sandbox-limits'
import { unsandboxable } from '../../../app/contract/consent/unsandboxable'
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { Switch } from '../../ui/controls/switch'
import { TextField } from '../../ui/controls/text-field'
import { ManagedSandbox } from '../../parts/managed-sandbox'
import { describeRemedy } from '../../parts/sandbox/describe-remedy'
import { listArguments, isSandboxedBy, type EntryDraft } from './entry-draft'
import styles from './sandbox-fields.module.css'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface SandboxFieldsProps {
  readonly draft: EntryDraft
  readonly onDraft: (draft: EntryDraft) => void
  /** What the system supports; null: not known. */
  readonly sandbox: SandboxView | null
}

export function SandboxFields({ draft, onDraft, sandbox }: SandboxFieldsProps) {
  const isContained = isSandboxedBy(draft, sandbox)
  return (
    <>
      <Switch
        label={texts.contain()}
        hint={hintOf(draft, sandbox)}
        isOn={isContained}
        onChange={(isOn) => onDraft({ ...draft, isContained: isOn })}
      />
      <ManagedSandbox />
      {isContained && <OpenToIt draft={draft} onDraft={onDraft} />}
    </>
  )
}

/** Most servers need no changes: folded until the user switches the sandbox on or allows something. */
function OpenToIt({ draft, onDraft }: Omit<SandboxFieldsProps, 'sandbox'>) {
  const [isUnfolded, setIsUnfolded] = useState(draft.isContained === true)
  const bind = (key: 'read' | 'write' | 'hosts' | 'masked') => ({
    value: draft[key],
    onChange: (text: string) => onDraft({ ...draft, [key]: text })
  })
  return (
    <details open={isUnfolded} onToggle={(event) => setIsUnfolded(event.currentTarget.open)}>
      <summary>{texts.openToIt()}</summary>
      <div className={styles.openToIt}>
        <TextField
          label={texts.openToRead()}
          isCode
          rows={2}
          hint={texts.openToReadHint()}
          {...bind('read')}
        />
        <TextField
          label={texts.openToWrite()}
          isCode
          rows={2}
          hint={texts.openToWriteHint()}
          {...bind('write')}
        />
        <TextField
          label={texts.openHosts()}
          isCode
          rows={2}
          hint={texts.openHostsHint()}
          {...bind('hosts')}
        />
        <TextField
          label={texts.maskedSecrets()}
          isCode
          rows={2}
          hint={texts.maskedSecretsHint()}
          {...bind('masked')}
        />
        <LimitFields draft={draft} onDraft={onDraft} />
      </div>
    </details>
  )
}

/** The reason for the current state, in one sentence. */
function hintOf(draft: EntryDraft, sandbox: SandboxView | null): string {
  const remedy = describeRemedy(sandbox, { isContained: isSandboxedBy(draft, sandbox) })
  if (remedy !== null) return remedy
  switch (unsandboxable(draft.command, listArguments(draft))) {
    case 'service':
      return texts.containNotService({ command: draft.command })
    case 'project':
      return texts.containNotProject({ command: draft.command })
    case null:
      return texts.containHint()
  }
}

const limitLabels = {
  memoryMb: texts.limitMemory,
  processes: texts.limitProcesses,
  cpuPercent: texts.limitProcessor,
  homeMb: texts.limitHome
}

function LimitFields({ draft, onDraft }: Omit<SandboxFieldsProps, 'sandbox'>) {
  return limitKeys.map((key) => {
    const { min, max } = limitRanges[key]
    const value = draft.limits[key]
    const isFine = value === '' || (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max)
    const usual = key === 'cpuPercent' ? texts.limitNone() : String(defaultSandboxLimits[key])
    return (
      <TextField
        key={key}
        label={limitLabels[key]()}
        type="number"
        placeholder={usual}
        value={value}
        onChange={(text) => onDraft({ ...draft, limits: { ...draft.limits, [key]: text } })}
        error={isFine ? null : texts.limitRange({ min, max })}
      />
    )
  })
}
