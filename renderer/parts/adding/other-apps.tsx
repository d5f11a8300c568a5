/** Adds servers of other apps on this computer: found on request, chosen one by one. */
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { OtherAppFile, FoundServer } from '../../../app/contract/servers/other-apps'
import { toText } from '../../../app/texts/localized'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { classNames } from '../../ui/base/class-names'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { ManagedSandbox } from '../managed-sandbox'
import { AddedSecrets, hasMissingSecrets } from './added-secrets'
import { FoundEntry } from './found-entry'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './other-apps.module.css'

type Found = CallOutput<'other-apps.find'>

export interface OtherAppsProps {
  /** Called with the names of the added servers. */
  readonly onAdded: (added: readonly string[]) => void
  /** If opening this view also starts the search. */
  readonly looksAtOnce?: boolean
  readonly isMain?: boolean
  readonly className?: string | undefined
}

export function OtherApps({ onAdded, looksAtOnce = false, isMain = false, className }: OtherAppsProps) {
  const [found, setFound] = useState<Found | null>(null)
  const [added, setAdded] = useState<readonly string[] | null>(null)
  const { pending, failure, run } = useCommand()
  const look = () => void run(async () => setFound(await call('other-apps.find', {})), 'look')
  const lookAtOnce = useRef(looksAtOnce ? look : null)
  useEffect(() => {
    const first = lookAtOnce.current
    lookAtOnce.current = null
    first?.()
  }, [])
  const take = (servers: Chosen) =>
    void run(async () => {
      const names = (await call('other-apps.import', { servers: [...servers] })).added
      if (await hasMissingSecrets(names)) setAdded(names)
      else onAdded(names)
    }, 'import')
  if (added !== null)
    return <AddedSecrets names={added} isMain={isMain} className={className} onDone={() => onAdded(added)} />
  return (
    <div className={classNames(styles.others, className)}>
      {found !== null && (
        <FoundList key={idsIn(found)} found={found} isMain={isMain} pending={pending} onImport={take} />
      )}
      <FailureText text={failure} />
      <Button
        icon={Search}
        className={styles.look}
        {...(found !== null && { variant: 'quiet', size: 'small' })}
        isBusy={pending === 'look'}
        onClick={look}
      >
        {found === null ? texts.findOthers() : texts.findOthersAgain()}
      </Button>
      {found === null && <p className={styles.note}>{texts.findOthersNote()}</p>}
    </div>
  )
}

type Chosen = readonly { readonly id: string; readonly filledIn: Record<string, string> }[]

/** A new search makes a new list. */
function idsIn({ files }: Found): string {
  return files.flatMap(({ servers }) => servers.map(({ id }) => id)).join(' ')
}

interface FoundListProps {
  readonly found: Found
  readonly isMain: boolean
  readonly pending: string | null
  readonly onImport: (servers: Chosen) => void
}

function FoundList({ found: { files, lookedFor }, isMain, pending, onImport }: FoundListProps) {
  const all = files.flatMap(({ servers }) => servers)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(all.filter(isNew).map(({ id }) => id))
  )
  const [filledIn, setFilledIn] = useState<Readonly<Record<string, Record<string, string>>>>({})
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.focus(), [])
  const toggle = (id: string) =>
    setChosen(
      (before) => new Set(before.has(id) ? [...before].filter((item) => item !== id) : [...before, id])
    )
  const fill = (id: string, placeholder: string, text: string) =>
    setFilledIn((before) => ({ ...before, [id]: { ...before[id], [placeholder]: text } }))
  if (files.length === 0)
    return (
      <div ref={list} tabIndex={-1} role="status">
        {texts.noOthers({ names: lookedFor.join(', ') })}
      </div>
    )
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      {files.map((file) => (
        <FileOfHost key={file.path} file={file}>
          {file.servers.map((server) => (
            <FoundEntry
              key={server.id}
              server={server}
              isChosen={chosen.has(server.id)}
              onToggle={() => toggle(server.id)}
              filledIn={filledIn[server.id] ?? {}}
              onFill={(placeholder, text) => fill(server.id, placeholder, text)}
            />
          ))}
        </FileOfHost>
      ))}
      {all.length > 0 && <ManagedSandbox areTaken />}
      {all.length > 0 && (
        <div className={styles.footer}>
          <p className={styles.note}>{texts.importNote()}</p>
          <Button
            {...(isMain && { variant: 'primary' })}
            disabled={chosen.size === 0 || pending !== null}
            isBusy={pending === 'import'}
            onClick={() => onImport([...chosen].map((id) => ({ id, filledIn: filledIn[id] ?? {} })))}
          >
            {texts.importThese({ count: chosen.size })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Preselected: servers that Parley lacks and that are enabled in the other app. */
function isNew({ status, isDisabled, problem }: FoundServer): boolean {
  return status === 'new' && !isDisabled && problem === null
}

function FileOfHost({ file, children }: { readonly file: OtherAppFile; readonly children: ReactNode }) {
  return (
    <section className={styles.file} aria-label={plainWithMarks(texts.othersOf({ host: file.host }))}>
      <h4 className={styles.host}>
        <VisibleText text={file.host} />
      </h4>
      <p className={styles.path}>
        <VisibleText text={file.path} />
      </p>
      {file.problem !== null && (
        <p className={styles.note}>
          <VisibleText text={toText(file.problem)} />
        </p>
      )}
      {children}
    </section>
  )
}
