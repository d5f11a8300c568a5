/** The saved tests of a server: what they expect, how they ended, and earlier runs. */
import { FilePen, FolderOpen, Play, Plus, Square } from 'lucide-react'
import { useState } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import type { ListedTest, TestRun } from '../../../app/contract/workbench/tests'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import commonStyles from '../../parts/common.module.css'
import partStyles from '../status/server-parts.module.css'
import { ConformanceSection } from './conformance-section'
import { DrawnApp } from './drawn-app'
import { NewTestForm } from './new-test-form'
import { RunChoices, useRunChoices } from './run-choices'
import { RunHistory } from './run-history'
import { TestEditor } from './test-editor'
import { TestList } from './test-list'
import { useTests, type ReadTests } from './use-tests'
import styles from './tests-panel.module.css'

/** A region named `Tests of ‹server›`. */
export function TestsPanel({ server }: { readonly server: ServerView }) {
  const { tests, failure, again } = useTests(server.name)
  return (
    <section
      className={commonStyles.stack4}
      aria-label={plainWithMarks(texts.testsOf({ name: server.name }))}
    >
      <FailureText text={failure} />
      {tests === null ? (
        failure === null && <Spinner label={texts.reading()} />
      ) : (
        <Tests server={server} read={tests} onChanged={again} />
      )}
      <ConformanceSection key={server.name} server={server} />
    </section>
  )
}

interface TestsProps {
  readonly server: ServerView
  readonly read: ReadTests
  readonly onChanged: () => void
}

function Tests({ server, read, onChanged }: TestsProps) {
  const [shown, setShown] = useState<'none' | 'new' | 'file'>(read.problems.length > 0 ? 'file' : 'none')
  const [choices, setChoices] = useRunChoices(server.name)
  const { failure, run } = useCommand()
  const running = read.runs.find(({ endedAt }) => endedAt === null)
  const start = (names: string[] | null) =>
    void run(() => call('test.run', { serverName: server.name, text: read.text ?? '', names, ...choices }))
  const app = running?.results.find((result) => result.app !== undefined)?.app
  const close = () => setShown('none')
  const closeAndRead = () => {
    close()
    onChanged()
  }
  return (
    <>
      <Commands
        {...{ server, read, running, shown }}
        onRunAll={() => start(null)}
        onShow={(what) => setShown(shown === what ? 'none' : what)}
      />
      <FailureText text={failure} />
      {shown === 'new' && <NewTestForm server={server} onAdded={closeAndRead} onClose={close} />}
      {shown === 'file' && (
        <TestEditor
          serverName={server.name}
          read={read}
          onSaved={closeAndRead}
          onReload={onChanged}
          onClose={close}
        />
      )}
      {read.tests.length > 0 && (
        <RunChoices
          serverName={server.name}
          hasTasks={read.tests.some(({ kind }) => kind === 'task')}
          choices={choices}
          onChange={setChoices}
        />
      )}
      <TestList
        tests={read.tests}
        latest={(test) => findLatest(read.runs, test)}
        isRunning={running !== undefined}
        onRun={(name) => start([name])}
      />
      <RunHistory runs={read.runs} />
      {app !== undefined && <DrawnApp key={app.callId} app={app} />}
    </>
  )
}

/** The newest run with this test. */
function findLatest(runs: readonly TestRun[], { name }: ListedTest): TestRun['results'] {
  const run = runs.find(({ results }) => results.some(({ test }) => test === name))
  return run?.results.filter(({ test }) => test === name) ?? []
}

interface CommandsProps extends Pick<TestsProps, 'server' | 'read'> {
  readonly running: TestRun | undefined
  readonly shown: 'none' | 'new' | 'file'
  readonly onRunAll: () => void
  readonly onShow: (what: 'new' | 'file') => void
}

function Commands({ server, read, running, shown, onRunAll, onShow }: CommandsProps) {
  const { failure, run } = useCommand()
  const stop = () => void run(() => call('test.stop', { serverName: server.name }))
  const openFolder = () => void run(() => call('app.open-file', { file: 'tests' }))
  return (
    <>
      <div className={commonStyles.wrapRow}>
        {running === undefined ? (
          <Button
            size="small"
            variant="primary"
            icon={Play}
            disabled={read.tests.length === 0 || server.state !== 'connected'}
            onClick={onRunAll}
          >
            {texts.runAll()}
          </Button>
        ) : (
          <Button size="small" icon={Square} onClick={stop}>
            {texts.stop()}
          </Button>
        )}
        <Button size="small" icon={Plus} aria-expanded={shown === 'new'} onClick={() => onShow('new')}>
          {texts.newTest()}
        </Button>
        <Button size="small" icon={FilePen} aria-expanded={shown === 'file'} onClick={() => onShow('file')}>
          {texts.editFile()}
        </Button>
        <Button size="small" icon={FolderOpen} onClick={openFolder}>
          {texts.openFolder()}
        </Button>
        <span role="status" className={commonStyles.smallNote}>
          {describeRun(running)}
        </span>
      </div>
      <FailureText text={failure} />
      {read.tests.length === 0 && read.problems.length === 0 && (
        <p className={partStyles.inspectUnknown}>{texts.none()}</p>
      )}
      {read.text !== null && (
        <p className={styles.file}>
          <VisibleText text={texts.savedIn({ file: read.file })} />
        </p>
      )}
    </>
  )
}

function describeRun(running: TestRun | undefined): string {
  if (running === undefined) return ''
  const done = running.results.filter(({ state }) => state !== 'waiting' && state !== 'running').length
  return texts.progress({ done, count: running.results.length })
}
