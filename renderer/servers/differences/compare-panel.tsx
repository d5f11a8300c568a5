/**
 * Two versions of a server, two servers, two sessions, or a server and what is published about it, side by side: first
 * what a model notices.
 */
import { ArrowLeft, ArrowLeftRight, FileText, Globe, Library, Save } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ComparedSide } from '../../../app/contract/workbench/differences'
import type { ServerView } from '../../../app/contract/servers'
import { differences as texts } from '../../../app/texts/compiled/window/differences'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useRead } from '../../bridge/use-read'
import { useProjection } from '../../state/projection'
import { formatMoment } from '../../ui/base/format'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Button, IconButton } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { Select, type SelectGroup } from '../../ui/controls/select'
import commonStyles from '../../parts/common.module.css'
import { DefinitionChanges } from './definition-changes'
import { RegistryEntryForm } from './registry-entry-form'
import { ServerCardForm } from './server-card-form'
import { SessionSteps } from './session-steps'
import styles from './compare-panel.module.css'

export interface ComparePanelProps {
  readonly server: ServerView
  readonly onClose: () => void
}

/** A region named `Compare ‹server›`. */
export function ComparePanel({ server, onClose }: ComparePanelProps) {
  const { name } = server
  const { read, groups, freshness, before, after, choose } = useChosenSides(server)
  const section = useRef<HTMLElement>(null)
  // What was pressed to come here is gone.
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={commonStyles.stack4}
      aria-label={plainWithMarks(texts.compareServer({ name }))}
    >
      <SideCommands
        server={server}
        onBack={onClose}
        onFile={(side) => (read.again(), choose({ before: side }))}
        onKept={read.again}
      />
      <FailureText text={read.failure} />
      <div className={styles.sides}>
        <Select
          label={texts.before()}
          value={before}
          groups={groups}
          onChange={(value) => choose({ before: value })}
        />
        <IconButton
          icon={ArrowLeftRight}
          label={texts.swap()}
          onClick={() => choose({ before: after, after: before })}
        />
        <Select
          label={texts.after()}
          value={after}
          groups={groups}
          onChange={(value) => choose({ after: value })}
        />
      </div>
      {read.value !== null && <Result before={before} after={after} freshness={freshness} />}
    </section>
  )
}

/** What can be compared, and what was chosen. */
function useChosenSides({ name, state, offeredTools }: ServerView) {
  const now = toValue({ type: 'server', serverName: name })
  const freshness = `${state} ${offeredTools.tokens}`
  const read = useRead({
    key: JSON.stringify([name]),
    read: () => call('difference.list-sides', { serverName: name }),
    freshness
  })
  const groups = useSides(name, read.value)
  const [chosen, setChosen] = useState<{ before: string | null; after: string }>({ before: null, after: now })
  // The newest one that was kept is usually what the server offers now.
  const captures = read.value?.captures ?? []
  const earlier = captures[1] ?? captures[0]
  const before =
    chosen.before ??
    (earlier === undefined
      ? now
      : toValue({ type: 'capture', serverName: name, captureId: earlier.captureId }))
  const choose = (changed: { readonly before?: string; readonly after?: string }) =>
    setChosen({ before, after: chosen.after, ...changed })
  return { read, groups, freshness, before, after: chosen.after, choose }
}

interface SideCommandsProps {
  readonly server: ServerView
  readonly onBack: () => void
  readonly onFile: (side: string) => void
  readonly onKept: () => void
}

/** Adds sides. */
function SideCommands({ server, onBack, onFile, onKept }: SideCommandsProps) {
  const { name: serverName } = server
  const { pending, failure, compareFile, keep } = useSideCommands(serverName, { onFile, onKept })
  const host = findHost(server)
  const [shown, setShown] = useState<'none' | 'registry' | 'card'>('none')
  const toggle = (what: 'registry' | 'card') => setShown(shown === what ? 'none' : what)
  const onRead = (fileId: string) => {
    setShown('none')
    onFile(toValue({ type: 'file', fileId }))
  }
  return (
    <>
      <div className={commonStyles.wrapRow}>
        <Button size="small" icon={ArrowLeft} onClick={onBack}>
          {texts.back()}
        </Button>
        <Button size="small" icon={FileText} isBusy={pending === 'open'} onClick={compareFile}>
          {texts.openRecording()}
        </Button>
        <Button
          size="small"
          icon={Library}
          aria-expanded={shown === 'registry'}
          onClick={() => toggle('registry')}
        >
          {texts.registryEntry()}
        </Button>
        {host !== null && (
          <Button size="small" icon={Globe} aria-expanded={shown === 'card'} onClick={() => toggle('card')}>
            {texts.serverCard()}
          </Button>
        )}
        <Button size="small" icon={Save} isBusy={pending === 'keep'} onClick={keep}>
          {texts.keep()}
        </Button>
      </div>
      {shown === 'registry' && <RegistryEntryForm onRead={onRead} />}
      {shown === 'card' && host !== null && (
        <ServerCardForm serverName={serverName} host={host} onRead={onRead} />
      )}
      <FailureText text={failure} />
    </>
  )
}

function useSideCommands(
  serverName: string,
  { onFile, onKept }: Pick<SideCommandsProps, 'onFile' | 'onKept'>
) {
  const { pending, failure, run } = useCommand()
  const compareFile = async () => {
    const file = await call('difference.choose-file', {})
    if (file !== null) onFile(toValue({ type: 'file', fileId: file.fileId }))
  }
  const keep = async () => {
    await call('difference.keep', { serverName })
    onKept()
  }
  return {
    pending,
    failure,
    compareFile: () => void run(compareFile, 'open'),
    keep: () => void run(keep, 'keep')
  }
}

/** Null: a program, or an address with variables. */
function findHost({ transport, address }: ServerView): string | null {
  return transport !== 'stdio' && URL.canParse(address) ? new URL(address).host : null
}

interface ResultProps {
  readonly before: string
  readonly after: string
  readonly freshness: string
}

function Result({ before, after, freshness }: ResultProps) {
  const { value, failure, isReading } = useRead({
    key: JSON.stringify([before, after]),
    read: () => call('difference.read', { before: toSide(before), after: toSide(after) }),
    freshness
  })
  if (value === null)
    return failure === null ? (
      <p role="status">{isReading && texts.reading()}</p>
    ) : (
      <FailureText text={failure} />
    )
  const { definitions, steps, leftOut } = value
  return (
    <>
      <FailureText text={failure} />
      {definitions === null && steps === null && <p role="status">{texts.nothing()}</p>}
      {definitions !== null && <DefinitionChanges differences={definitions} />}
      {steps !== null && <SessionSteps steps={steps} leftOut={leftOut} />}
    </>
  )
}

function useSides(
  serverName: string,
  read: Awaited<ReturnType<typeof call<'difference.list-sides'>>> | null
): readonly SelectGroup[] {
  const servers = useProjection((state) => state.servers)
  const recordings = useProjection((state) => state.recordings)
  const captures = (read?.captures ?? []).map(({ captureId, at, version, tools, tokens }) => ({
    value: toValue({ type: 'capture', serverName, captureId }),
    label: texts.earlierAt({ time: formatMoment(at) }),
    detail: [version ?? '', texts.toolCount({ count: tools, tokens })]
      .filter((text) => text !== '')
      .join(' · ')
  }))
  const others = servers.filter(({ name, state }) => name !== serverName && state === 'connected')
  const files = [
    ...recordings.map(({ recordingId, title, messageCount }) => ({
      value: toValue({ type: 'recording', recordingId }),
      label: texts.openOf({ title }),
      detail: texts.messageCount({ count: messageCount })
    })),
    ...(read?.files ?? []).map(({ fileId, name, of }) => ({
      value: toValue({ type: 'file', fileId }),
      label: name,
      ...(of === 'publication' && { detail: texts.publishedHint() })
    }))
  ]
  const groups: readonly SelectGroup[] = [
    { label: '', options: [{ value: toValue({ type: 'server', serverName }), label: texts.now() }] },
    { label: texts.earlier(), options: captures },
    {
      label: texts.otherServers(),
      options: others.map(({ name }) => ({
        value: toValue({ type: 'server', serverName: name }),
        label: name
      }))
    },
    { label: texts.recordings(), options: files }
  ]
  return groups.filter(({ options }) => options.length > 0)
}

function toValue(side: ComparedSide): string {
  return JSON.stringify(side)
}

function toSide(value: string): ComparedSide {
  return JSON.parse(value) as ComparedSide
}
