/** The group that the person puts a server into; empty: none. */
import { useState } from 'react'
import { Button } from '../../ui/controls/button'
import { TextField } from '../../ui/controls/text-field'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface GroupFieldProps {
  readonly group: string | null
  readonly isDisabled: boolean
  readonly onChange: (choice: { readonly group: string | null }) => void
}

const longestName = 60

export function GroupField({ group, isDisabled, onChange }: GroupFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const name = (typed ?? group ?? '').trim()
  const save = () => {
    setTyped(null)
    onChange({ group: name === '' ? null : name })
  }
  return (
    <>
      <TextField
        label={texts.group()}
        hint={texts.groupHint()}
        value={typed ?? group ?? ''}
        maxLength={longestName}
        isDisabled={isDisabled}
        onChange={setTyped}
      />
      <div>
        <Button size="small" disabled={isDisabled || name === (group ?? '')} onClick={save}>
          {texts.saveGroup()}
        </Button>
      </div>
    </>
  )
}
