/** The form for adding and changing any server. It saves, and shows what the host rejected and where. */
import { useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../ui/base/class-names'
import { Button } from '../ui/controls/button'
import { saveProblem } from './save-problem'
import commonStyles from './common.module.css'
import styles from './server-form.module.css'

export interface Saving {
  /** Why the last attempt was rejected. */
  readonly problem: string | null
  readonly isSaving: boolean
  readonly run: () => void
}

/** `save` throws CallFailed if the host rejects the entry. */
export function useSaving(save: () => Promise<void>): Saving {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const run = async () => {
    setIsSaving(true)
    setProblem(null)
    try {
      await save()
    } catch (error) {
      setProblem(saveProblem(error))
    } finally {
      setIsSaving(false)
    }
  }
  return { problem, isSaving, run: () => void run() }
}

export interface ServerFormProps {
  readonly saving: Saving
  readonly canSave: boolean
  /** Label of the save button. */
  readonly submit: string
  /** If saving is the primary action of its place. Default false. */
  readonly isMain?: boolean
  /** Further buttons before it. */
  readonly buttons?: ReactNode
  /** The fields. */
  readonly children: ReactNode
  readonly formRef?: Ref<HTMLFormElement>
  readonly className?: string | undefined
}

export function ServerForm(props: ServerFormProps) {
  const { saving, canSave, submit, isMain = false } = props
  return (
    <form
      ref={props.formRef}
      className={classNames(styles.serverForm, props.className)}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) saving.run()
      }}
    >
      {props.children}
      <div className={commonStyles.endRow}>
        {props.buttons}
        <Button
          type="submit"
          {...(isMain && { variant: 'primary' })}
          isBusy={saving.isSaving}
          disabled={!canSave}
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}
