/**
 * Imports conversations of other programs and of Parley: which files, the progress, what was imported and what
 * wasn't.
 */
import { useState } from 'react'
import type { ImportProblem, ImportReport } from '../../../app/contract/conversation/imports'
import { call } from '../../bridge/call'
import { report as reportError } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import commonStyles from '../../parts/common.module.css'
import styles from './import-dialog.module.css'
import { shell } from '../../../app/texts/compiled/window/shell'

/** A dialog named `Import conversations`. It may be closed while an import runs. */
export function ImportDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [result, setResult] = useState<ImportReport | null>(null)
  const { pending, failure, run } = useCommand()
  const importing = useProjection((state) => state.importing)
  const isRunning = pending !== null || importing !== null
  const choose = async () => {
    setResult(null)
    setResult(await call('archive.import', {}))
  }
  const stop = () => void call('archive.stop-import', {}).catch(reportError)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={shell.importConversations()}
      description={shell.importNote()}
      footer={
        <>
          {importing !== null && <Button onClick={stop}>{shell.stopImport()}</Button>}
          <Button variant="primary" isBusy={isRunning} onClick={() => void run(choose)}>
            {shell.chooseImport()}
          </Button>
        </>
      }
    >
      <div className={commonStyles.stack3}>
        <p>{shell.importSources()}</p>
        <Progress />
        <FailureText text={failure} />
        <div role="status">{result !== null && <Report result={result} />}</div>
      </div>
    </Dialog>
  )
}

function Progress() {
  const importing = useProjection((state) => state.importing)
  if (importing === null) return null
  const { conversations, bytes, totalBytes } = importing
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={shell.importProgress()}
        value={bytes}
        max={Math.max(1, totalBytes)}
      />
      <p>{shell.importedSoFar({ count: conversations })}</p>
    </>
  )
}

const problems: Readonly<Record<ImportProblem, () => string>> = {
  broken: shell.importBroken,
  'unknown-form': shell.importUnknownForm,
  'too-large': shell.importTooLarge,
  empty: shell.importEmpty,
  newer: shell.importNewer,
  'not-kept': shell.importNotKept
}

function Report({ result }: { readonly result: ImportReport }) {
  const { added, extended, same, failed, failedCount, leftOutFiles, isStopped } = result
  return (
    <>
      {isStopped && <p>{shell.importStopped()}</p>}
      <p>{shell.importAdded({ count: added })}</p>
      {extended > 0 && <p>{shell.importExtended({ count: extended })}</p>}
      {same > 0 && <p>{shell.importSame({ count: same })}</p>}
      {leftOutFiles > 0 && <p>{shell.importLeftOut({ count: leftOutFiles })}</p>}
      {failedCount > 0 && (
        <>
          <p>{shell.importFailed({ count: failedCount })}</p>
          <ul className={styles.failed}>
            {failed.map(({ number, title, problem }) => (
              <li key={number}>
                <VisibleText
                  text={shell.importFailedOne({ number, title: title ?? '', problem: problems[problem]() })}
                />
              </li>
            ))}
          </ul>
          {failedCount > failed.length && <p>{shell.andMore({ count: failedCount - failed.length })}</p>}
        </>
      )}
    </>
  )
}
