/** Takes the configuration of another host as it stands in its file. */
import { useState } from 'react'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { Button } from '../../ui/controls/button'
import { TextField } from '../../ui/controls/text-field'
import { saveProblem } from './save-problem'
import partStyles from './edit-parts.module.css'

export function PasteForm({ onDone }: { readonly onDone: () => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    setProblem(null)
    try {
      const { added } = await call('server.paste', { text })
      notify('status', added.length === 1 ? `Added ${added.join('')}.` : `Added ${added.length} servers.`)
      onDone()
    } catch (error) {
      setProblem(saveProblem(error))
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <form
      className={partStyles.addForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void save()
      }}
    >
      <TextField
        label="Paste configuration"
        isCode
        rows={5}
        value={text}
        onChange={setText}
        error={problem}
        placeholder={'{ "mcpServers": { "notes": { "command": "npx", "args": ["-y", "notes-server"] } } }'}
        hint="The mcpServers of another host, or a single entry. Nothing runs before you trust it."
      />
      <div className={partStyles.editButtons}>
        <Button type="submit" isBusy={isSaving} disabled={text.trim() === ''}>
          Add pasted servers
        </Button>
      </div>
    </form>
  )
}
