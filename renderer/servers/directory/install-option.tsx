/** One way to install a server: the complete command, what it asks for, and actions. */
import { Download, Plus } from 'lucide-react'
import type { DirectoryWay, InstalledPackage } from '../../../app/contract/servers/directory'
import { toText } from '../../../app/texts/localized'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Link } from '../../ui/untrusted/link'
import { InputList } from './input-list'
import { isNewer } from './newer-version'
import { directory as texts } from '../../../app/texts/compiled/window/directory'
import commonStyles from '../../parts/common.module.css'
import styles from './install-option.module.css'

export interface InstallOptionProps {
  readonly way: DirectoryWay
  readonly installed: readonly InstalledPackage[]
  readonly onAdd: (option: DirectoryWay) => void
  readonly onUpdated: () => void
}

export function InstallOption({ way, installed, onAdd, onUpdated }: InstallOptionProps) {
  const { launch, problem, asked, download } = way
  return (
    <section className={styles.way} aria-label={plainWithMarks(titleOf(way))}>
      <h4>
        <VisibleText text={titleOf(way)} />
      </h4>
      {launch !== null && <Launch launch={launch} />}
      {download !== null && <BundleDownload {...download} />}
      {launch === null && download === null && (
        <p className={styles.piece}>
          <ExactText text={way.identifier} />
        </p>
      )}
      {problem !== null && <FailureText text={toText(problem)} />}
      <InputList asked={asked} />
      {launch !== null && (
        <Button icon={Plus} className={styles.add} onClick={() => onAdd(way)}>
          {texts.add()}
        </Button>
      )}
      {/* Last, so that nothing takes its place when its button is removed. */}
      {installed.map((item) => (
        <InstalledLine key={item.serverName} one={item} way={way} onUpdated={onUpdated} />
      ))}
    </section>
  )
}

function titleOf({ type }: DirectoryWay): string {
  if (type === 'remote') return texts.wayRemote()
  return type === 'mcpb' ? texts.wayBundle() : texts.wayPackage({ type })
}

function Launch({ launch }: { readonly launch: NonNullable<DirectoryWay['launch']> }) {
  const isProgram = launch.kind === 'program'
  const pieces = isProgram ? [launch.command, ...launch.args] : [launch.url]
  return (
    <>
      <p className={commonStyles.note}>{isProgram ? texts.wouldRun() : texts.wouldContact()}</p>
      <code className={styles.command}>
        {pieces.map((piece, index) => (
          // eslint-disable-next-line react/no-array-index-key -- arguments may repeat, and the order is fixed
          <span key={index} className={styles.piece}>
            <ExactText text={piece} />
          </span>
        ))}
      </code>
    </>
  )
}

function BundleDownload({ url, sha256 }: NonNullable<DirectoryWay['download']>) {
  const { pending, failure, run } = useCommand()
  return (
    <>
      <p>{texts.bundleNote()}</p>
      <p className={styles.piece}>
        <Link address={url}>
          <VisibleText text={url} />
        </Link>
      </p>
      {sha256 !== null && <p className={styles.piece}>{texts.bundleSum({ sum: sha256 })}</p>}
      <FailureText text={failure} />
      <Button
        icon={Download}
        className={styles.add}
        isBusy={pending !== null}
        onClick={() => void run(() => call('directory.get-bundle', { url, sha256 }))}
      >
        {texts.getBundle()}
      </Button>
    </>
  )
}

interface InstalledLineProps {
  readonly one: InstalledPackage
  readonly way: DirectoryWay
  readonly onUpdated: () => void
}

function InstalledLine({ one, way, onUpdated }: InstalledLineProps) {
  const { pending, failure, run } = useCommand()
  const { serverName, type, identifier, version: from } = one
  const to = way.version
  if (from === null || to === null || way.launch === null || !isNewer(to, from))
    return (
      <p className={styles.installed}>
        <VisibleText text={texts.installedAs({ server: serverName, version: from ?? 'none' })} />
      </p>
    )
  const update = async () => {
    const isDone = await run(() => call('directory.update', { serverName, type, identifier, from, to }))
    if (!isDone) return
    notify('status', texts.updated({ server: serverName, version: to }))
    onUpdated()
  }
  return (
    <div className={styles.installed}>
      <p>
        <VisibleText text={texts.updateLine({ server: serverName, from, to })} />
      </p>
      <p className={commonStyles.note}>{texts.updateNote()}</p>
      <FailureText text={failure} />
      <Button size="small" isBusy={pending !== null} onClick={() => void update()}>
        {texts.update({ version: to })}
      </Button>
    </div>
  )
}
