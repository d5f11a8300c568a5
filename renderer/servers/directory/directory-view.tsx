/**
 * The directory: servers that can be added, from the bundled list or from a registry, as a list with details of one
 * entry.
 */
import { ArrowLeft, Globe } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { DirectoryWay } from '../../../app/contract/servers/directory'
import { useSetting } from '../../bridge/settings'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { useDirectoryView } from './directory-view-store'
import { EntryDetails } from './entry-details'
import { EntryList } from './entry-list'
import { RegistryAddress } from './registry-address'
import { useDirectory, type DirectoryState } from './use-directory'
import { isInstalled, useInstalled, type InstalledServers } from './use-installed'
import { directory as texts } from '../../../app/texts/compiled/window/directory'
import { ui } from '../../../app/texts/compiled/window/ui'
import styles from './directory-view.module.css'

export interface DirectoryViewProps {
  readonly onBack: () => void
  /** Called to show its filled-in form. */
  readonly onAdd: (title: string, option: DirectoryWay) => void
}

export function DirectoryView({ onBack, onAdd }: DirectoryViewProps) {
  const { search, chosen, source: wanted } = useDirectoryView()
  const registry = useSetting('directory.registry')
  const source = registry === null ? 'shipped' : wanted
  const directory = useDirectory(source, search.trim(), source === 'registry' ? registry : null)
  const installed = useInstalled()
  const entry = directory.pages.entries.find(({ name }) => name === chosen)
  return (
    <div className={styles.directory}>
      <Toolbar onBack={onBack} source={source} registry={registry} />
      <div className={styles.columns}>
        <div className={styles.found}>
          <Found directory={directory} installed={installed} />
        </div>
        <div
          className={styles.entry}
          data-scrollbar="steady"
          tabIndex={0}
          role="group"
          aria-label={texts.section()}
        >
          {entry === undefined ? (
            directory.pages.entries.length > 0 && <p className={styles.quiet}>{texts.chooseOne()}</p>
          ) : (
            <EntryDetails
              key={`${source} ${entry.name} ${entry.version}`}
              newest={entry}
              source={source}
              installed={installed}
              onAdd={onAdd}
            />
          )}
        </div>
      </div>
    </div>
  )
}

interface ToolbarProps {
  readonly onBack: () => void
  readonly source: 'shipped' | 'registry'
  readonly registry: string | null
}

function Toolbar({ onBack, source, registry }: ToolbarProps) {
  const search = useDirectoryView((view) => view.search)
  const [isSetting, setIsSetting] = useState(false)
  const sources = [
    { value: 'shipped', label: texts.shipped() },
    ...(registry === null ? [] : [{ value: 'registry', label: texts.registryAt({ host: hostOf(registry) }) }])
  ]
  return (
    <>
      <div className={styles.toolbar}>
        <Button variant="quiet" size="small" icon={ArrowLeft} className={styles.back} onClick={onBack}>
          {texts.backToAdd()}
        </Button>
        <Button
          variant="quiet"
          size="small"
          icon={Globe}
          aria-expanded={isSetting}
          onClick={() => setIsSetting(!isSetting)}
        >
          {registry === null ? texts.setRegistry() : texts.changeRegistry()}
        </Button>
      </div>
      {isSetting && (
        <RegistryAddress
          onDone={(hasOne) => {
            setIsSetting(false)
            useDirectoryView.setState({ source: hasOne ? 'registry' : 'shipped', chosen: null })
          }}
        />
      )}
      <div className={styles.toolbar}>
        <div className={styles.search}>
          <TextField
            type="search"
            label={texts.search()}
            isLabelHidden
            placeholder={texts.search()}
            maxLength={200}
            value={search}
            onChange={(text) => useDirectoryView.setState({ search: text })}
          />
        </div>
        {registry !== null && (
          <Select
            label={texts.source()}
            isLabelHidden
            options={sources}
            value={source}
            onChange={(value) =>
              useDirectoryView.setState({ source: value as ToolbarProps['source'], chosen: null })
            }
          />
        )}
      </div>
    </>
  )
}

interface FoundProps {
  readonly directory: DirectoryState
  readonly installed: InstalledServers
}

function Found({ directory, installed }: FoundProps) {
  const { pages, isLoading, failure, loadMore, tryAgain } = directory
  const chosen = useDirectoryView((view) => view.chosen)
  const packages = useDeferredValue(installed.packages)
  const isEmpty = pages.entries.length === 0
  return (
    <>
      {isEmpty ? (
        <div className={styles.quiet}>
          {isLoading && <Spinner label={texts.loading()} />}
          {!isLoading && failure === null && texts.nothingFound()}
        </div>
      ) : (
        <div className={styles.list}>
          <EntryList
            entries={pages.entries}
            chosen={chosen}
            onChoose={(name) => useDirectoryView.setState({ chosen: name })}
            onEnd={loadMore}
            isInstalled={(entry) => isInstalled(entry, packages)}
          />
        </div>
      )}
      {failure !== null && (
        <div className={styles.failure}>
          <FailureText text={failure} />
          <Button size="small" onClick={tryAgain}>
            {ui.tryAgain()}
          </Button>
        </div>
      )}
      <p className={styles.note} role="status">
        {standingOf(directory)}
      </p>
    </>
  )
}

function standingOf({ pages, isLoading }: DirectoryState): string {
  const count = pages.entries.length
  if (count === 0) return ''
  const parts = [
    pages.nextCursor === null ? texts.found({ count }) : texts.foundSoFar({ count }),
    ...(isLoading ? [texts.loadingMore()] : []),
    ...(pages.skipped > 0 ? [texts.skipped({ count: pages.skipped })] : []),
    ...(pages.isCut ? [texts.stopped()] : [])
  ]
  return parts.join(' · ')
}

function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}
