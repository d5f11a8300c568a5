/** A directory's data on one server, in its newest version or another one. */
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { DirectoryEntry, DirectorySource, DirectoryWay } from '../../../app/contract/servers/directory'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { formatDay } from '../../ui/base/format'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { Select } from '../../ui/controls/select'
import { Link } from '../../ui/untrusted/link'
import type { InstalledServers } from './use-installed'
import { installedAs } from './use-installed'
import { InstallOption } from './install-option'
import { directory as texts } from '../../../app/texts/compiled/window/directory'
import commonStyles from '../../parts/common.module.css'
import styles from './entry-details.module.css'

export interface EntryDetailsProps {
  readonly newest: DirectoryEntry
  readonly source: DirectorySource
  readonly installed: InstalledServers
  readonly onAdd: (title: string, option: DirectoryWay) => void
}

export function EntryDetails({ newest, source, installed, onAdd }: EntryDetailsProps) {
  const [versions, setVersions] = useState<readonly DirectoryEntry[]>([])
  const [version, setVersion] = useState(newest.version)
  const entry = versions.find((item) => item.version === version) ?? newest
  const { title, name, description, ways } = entry
  return (
    <section className={commonStyles.narrowStack2} aria-label={plainWithMarks(texts.details({ title }))}>
      <h3 className={styles.title}>
        <VisibleText text={title} />
      </h3>
      <code className={styles.name}>{name}</code>
      <Publisher entry={entry} />
      {description !== '' && (
        <p className={styles.description}>
          <VisibleText text={description} />
        </p>
      )}
      <Links entry={entry} />
      <Versions
        entry={entry}
        source={source}
        versions={versions}
        onVersions={(found) =>
          setVersions([newest, ...found.filter((one) => one.version !== newest.version)])
        }
        onVersion={setVersion}
      />
      {ways.length === 0 && <p>{texts.noWays()}</p>}
      {ways.map((way) => (
        <InstallOption
          key={`${way.type} ${way.identifier} ${way.version ?? ''}`}
          way={way}
          installed={installedAs(way, installed.packages)}
          onAdd={() => onAdd(title, way)}
          onUpdated={installed.readAgain}
        />
      ))}
    </section>
  )
}

function Publisher({ entry: { publisher, looksLike, isDeprecated } }: { readonly entry: DirectoryEntry }) {
  const { kind, name } = publisher
  const warnings = [
    ...(looksLike === null ? [] : [texts.looksLike({ name: looksLike })]),
    ...(isDeprecated ? [texts.deprecatedNote()] : [])
  ]
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <TriangleAlert size={16} aria-hidden />
          <span>{warning}</span>
        </p>
      ))}
      <p className={styles.note}>
        {kind === 'github' ? texts.publisherGithub({ name }) : texts.publisherDomain({ name })}
      </p>
    </>
  )
}

function Links({ entry: { repository, website } }: { readonly entry: DirectoryEntry }) {
  if (repository === null && website === null) return null
  return (
    <p className={styles.links}>
      {repository !== null && <Link address={repository}>{texts.repository()}</Link>}
      {website !== null && <Link address={website}>{texts.website()}</Link>}
    </p>
  )
}

interface VersionsProps {
  readonly entry: DirectoryEntry
  readonly source: DirectorySource
  readonly versions: readonly DirectoryEntry[]
  readonly onVersions: (found: readonly DirectoryEntry[]) => void
  readonly onVersion: (version: string) => void
}

/** Other versions are requested by a press, so that browsing the list sends no further requests. */
function Versions({ entry, source, versions, onVersions, onVersion }: VersionsProps) {
  const { pending, failure, run } = useCommand()
  const read = () =>
    run(async () => onVersions((await call('directory.read-versions', { source, name: entry.name })).entries))
  if (versions.length > 0)
    return (
      <Select
        label={texts.version()}
        value={entry.version}
        options={versions.map((version) => ({ value: version.version, label: wordsOf(version) }))}
        onChange={onVersion}
      />
    )
  return (
    <div className={styles.versions}>
      <span>
        {texts.version()} <VisibleText text={wordsOf(entry)} />
      </span>
      {source === 'registry' && (
        <Button size="small" isBusy={pending !== null} onClick={() => void read()}>
          {texts.otherVersions()}
        </Button>
      )}
      <FailureText text={failure} />
    </div>
  )
}

function wordsOf({ version, publishedAt }: DirectoryEntry): string {
  return publishedAt === null
    ? version
    : texts.published({ version, day: formatDay(publishedAt.slice(0, 10)) })
}
