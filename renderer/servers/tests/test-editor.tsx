/** The file with the tests as YAML. Faults appear while you write, each with its line. */
import { useEffect, useState } from 'react'
import type { TestFileProblem } from '../../../app/contract/workbench/tests'
import { toText } from '../../../app/texts/localized'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import commonStyles from '../../parts/common.module.css'
import type { ReadTests } from './use-tests'
import styles from './tests-panel.module.css'

export interface TestEditorProps {
  readonly serverName: string
  readonly read: ReadTests
  readonly onSaved: () => void
  readonly onReload: () => void
  readonly onClose: () => void
}

/** In milliseconds after the last key. */
const patience = 300

export function TestEditor({ serverName, read, onSaved, onReload, onClose }: TestEditorProps) {
  // The text that this edits, which another program can replace meanwhile.
  const [before, setBefore] = useState(read.text)
  const [text, setText] = useState(read.text ?? read.newFile)
  const problems = useProblems(text, read.problems)
  const { pending, failure, run } = useCommand()
  const hasChangedOutside = read.text !== before
  const save = async () => {
    if (await run(() => call('test.save', { serverName, text, before }))) onSaved()
    else onReload()
  }
  return (
    <div className={commonStyles.stack2}>
      <ul className={styles.problems} role="status">
        {problems.map(({ line, column, message }) => (
          <li key={`${line}:${column}:${message.text}`} className={styles.failure}>
            <VisibleText text={texts.problemAt({ line, column, problem: toText(message) })} />
          </li>
        ))}
      </ul>
      <TextField
        label={texts.fileOf({ name: serverName })}
        isCode
        rows={16}
        value={text}
        onChange={setText}
      />
      <FailureText text={failure} />
      <div className={commonStyles.wrap}>
        <Button size="small" variant="primary" isBusy={pending !== null} onClick={() => void save()}>
          {texts.save()}
        </Button>
        {hasChangedOutside && (
          <Button
            size="small"
            onClick={() => {
              setBefore(read.text)
              setText(read.text ?? read.newFile)
            }}
          >
            {texts.reload()}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={onClose}>
          {texts.close()}
        </Button>
      </div>
    </div>
  )
}

function useProblems(text: string, first: readonly TestFileProblem[]): readonly TestFileProblem[] {
  const [problems, setProblems] = useState(first)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      call('test.check', { text }).then(
        (checked) => {
          if (isCurrent) setProblems(checked.problems)
        },
        () => {} // saving and running say why
      )
    }, patience)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return problems
}
