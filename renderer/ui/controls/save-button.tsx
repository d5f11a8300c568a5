/** Saves shown content to a file that the user chooses. The suggested name never contains a path. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { Button, IconButton } from './button'
import { useHostActions } from '../base/host-actions'
import { fileName } from '../base/file-name'
import { toBase64 } from '../base/to-base64'

export interface SaveButtonProps {
  /** A name or address from outside; it is turned into a harmless file name. */
  readonly name: string
  readonly mimeType: string | null
  /** Unchanged text, or base64. */
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
      // The host reports failures in a notice; the button becomes usable again.
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, save: () => void save() }
}
