/** What a person types elsewhere, a command or a path: in a line of its own, to be copied. */
import { VisibleText } from '../base/hidden-characters'
import { CopyButton } from './code-block'
import styles from './command-line.module.css'

export interface CommandLineProps {
  readonly text: string
  /** Of the press that copies it. */
  readonly label: string
}

export function CommandLine({ text, label }: CommandLineProps) {
  return (
    <div className={styles.commandLine}>
      <code>
        <VisibleText text={text} />
      </code>
      <CopyButton text={text} label={label} />
    </div>
  )
}
