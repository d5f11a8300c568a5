/** The form for adding and changing any server. It saves, and shows what the host rejected and where. */
import { useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../ui/base/class-names'
import { Button } from '../ui/controls/button'
import commonStyles from './common.module.css'
import styles from './server-form.module.css'
import { CallFailed, failureMessage } from '../bridge/call'
import type { LocalizedText } from '../../app/contract/localized-text'
import { toText } from '../../app/texts/localized'
import { parts } from '../../app/texts/compiled/window/parts'

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

/** One line per problem: `Line 3, column 5: …`. */
function saveProblem(error: unknown): string {
  const problems = error instanceof CallFailed ? error.data?.['problems'] : undefined
  const lines = Array.isArray(problems) ? problems.map(describe).filter((line) => line !== null) : []
  const message = failureMessage(error)
  return lines.some((line) => line.endsWith(message)) ? lines.join('\n') : [message, ...lines].join('\n')
}

function describe(problem: unknown): string | null {
  if (typeof problem !== 'object' || problem === null || !('message' in problem)) return null
  if (typeof problem.message !== 'object' || problem.message === null) return null
  const message = toText(problem.message as LocalizedText)
  const line = 'line' in problem && typeof problem.line === 'number' ? problem.line : null
  const column = 'column' in problem && typeof problem.column === 'number' ? problem.column : null
  if (line === null || message.includes(`line ${line}`)) return message
  return column === null
    ? parts.problemAt({ line, problem: message })
    : parts.problemAtColumn({ line, column, problem: message })
}
