/** The groups that the user assigns to a server, separated by commas; empty: none. */
import { useState } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import { listGroupNames } from '../../state/server-groups'
import { Button } from '../../ui/controls/button'
import { TextField } from '../../ui/controls/text-field'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

type Groups = Pick<ServerView, 'group' | 'groups'>

export interface GroupFieldProps {
  readonly server: Groups
  readonly isDisabled: boolean
  readonly onChange: (choice: Groups) => void
}

const longestName = 60
const mostGroups = 20

export function GroupField({ server, isDisabled, onChange }: GroupFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const saved = listGroupNames(server)
  const names = typed === null ? saved : namesIn(typed)
  const isTooMuch = names.length > mostGroups || names.some((name) => name.length > longestName)
  const save = () => {
    setTyped(null)
    onChange(toChoice(names))
  }
  return (
    <>
      <TextField
        label={texts.group()}
        hint={texts.groupHint()}
        value={typed ?? saved.join(', ')}
        error={isTooMuch ? texts.groupsTooMany({ names: mostGroups, letters: longestName }) : null}
        isDisabled={isDisabled}
        onChange={setTyped}
      />
      <div>
        <Button
          size="small"
          disabled={isDisabled || isTooMuch || names.join() === saved.join()}
          onClick={save}
        >
          {texts.saveGroup()}
        </Button>
      </div>
    </>
  )
}

function namesIn(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** A single group uses the key for one. */
function toChoice(names: readonly string[]): Groups {
  const [only = null] = names
  return names.length > 1 ? { group: null, groups: [...names] } : { group: only, groups: null }
}
