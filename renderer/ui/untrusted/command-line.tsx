/** A command or path that the user enters in another program, in its own line with a copy button. */
import { VisibleText } from '../base/hidden-characters'
import { CopyButton } from './code-block'
import styles from './command-line.module.css'

export interface CommandLineProps {
  readonly text: string
  /** Label of the copy button. */
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
