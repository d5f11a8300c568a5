/** The report for a server's author: shown completely before it is saved or copied. */
import { useEffect, useRef } from 'react'
import { SaveButton } from '../../ui/controls/save-button'
import { CopyButton } from '../../ui/untrusted/code-block'
import { VisibleText } from '../../ui/base/hidden-characters'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import commonStyles from '../../parts/common.module.css'
import styles from './doctor-panel.module.css'

export function FaultReport({ serverName, text }: { readonly serverName: string; readonly text: string }) {
  const report = useRef<HTMLPreElement>(null)
  // The button that created it was removed.
  useEffect(() => report.current?.focus(), [])
  return (
    <>
      <p className={commonStyles.smallNote}>{texts.reportNote()}</p>
      <pre ref={report} className={styles.report} role="group" aria-label={texts.report()} tabIndex={0}>
        <VisibleText text={text} />
      </pre>
      <div className={partStyles.serverCommands}>
        <SaveButton name={`${serverName}-report.md`} mimeType="text/markdown" data={{ text }} />
        <CopyButton text={text} label={texts.copyReport()} />
      </div>
    </>
  )
}
