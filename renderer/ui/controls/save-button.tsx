/** Writes something shown to a file whose place the person chooses. The suggested name never holds a path. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { Button, IconButton } from './button'
import { useHostActions } from '../base/host-actions'
import { fileName } from '../base/file-name'
import { toBase64 } from '../base/to-base64'

export interface SaveButtonProps {
  /** A name or an address that comes from outside; a harmless file name is made of it. */
  readonly name: string
  readonly mimeType: string | null
  /** Text as it stands, or base64. */
  readonly data: { readonly text: string } | { readonly base64: string }
}

/** A button named `Save as…`. */
export function SaveButton(props: SaveButtonProps) {
  const { isSaving, save } = useSaving(props)
  return (
    <Button size="small" variant="quiet" icon={Download} isBusy={isSaving} onClick={save}>
      {ui.saveAs()}
    </Button>
  )
}

/** The same with an icon only. */
export function SaveIconButton({ label, ...file }: SaveButtonProps & { readonly label: string }) {
  const { isSaving, save } = useSaving(file)
  return <IconButton label={label} icon={Download} size="small" disabled={isSaving} onClick={save} />
}

function useSaving({ name, mimeType, data }: SaveButtonProps) {
  const { saveFile } = useHostActions()
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    try {
      await saveFile(
        fileName(name, mimeType),
        'text' in data ? toBase64(new TextEncoder().encode(data.text)) : data.base64
      )
    } catch {
      // The host says why in a notice; the button just becomes pressable again.
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, save: () => void save() }
}
