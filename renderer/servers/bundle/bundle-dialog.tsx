/** `Install ‹name›?`: everything that a bundle contains, would run and asks for, and the approval. Runs nothing. */
import { useRef, useState } from 'react'
import { bundlePlace } from '../../../app/contract/approval/own-places'
import type { BundleView } from '../../../app/contract/servers/adding'
import type { LocalizedText } from '../../../app/contract/localized-text'
import { toText } from '../../../app/texts/localized'
import { call, CallFailed } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { ChangedLines } from '../../parts/changed-lines'
import { Banner } from '../../ui/controls/banner'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { VisibleText } from '../../ui/base/hidden-characters'
import { WholeText } from '../../ui/untrusted/exact-text'
import { BundleFacts } from './bundle-facts'
import { BundleSettings, type Typed } from './bundle-settings'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { ui } from '../../../app/texts/compiled/window/ui'
import commonStyles from '../../parts/common.module.css'
import styles from './bundle-dialog.module.css'

export interface BundleDialogProps {
  readonly bundle: BundleView
  readonly open: boolean
  readonly onClose: () => void
}

export function BundleDialog({ bundle, open, onClose }: BundleDialogProps) {
  const { id, title, version, installed, settings } = bundle
  const [typed, setTyped] = useState<Typed>(() => textsOf(bundle))
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const secrets = useRef(new Map<string, () => string>())
  const { pending, failure, run } = useCommand()
  const install = async () => {
    setProblems(new Map())
    const input = { id, texts: valuesOf(bundle, typed), secrets: secretsOf(secrets.current) }
    const added = await call('bundle.install', input).catch((error: unknown) => {
      setProblems(problemsIn(error))
      throw error
    })
    notify('status', texts.bundleInstalled({ name: added.serverName }))
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isOutsidePressIgnored
      place={bundlePlace(id)}
      startsAtTop
      title={
        installed === null ? texts.bundleTitle({ name: title }) : texts.bundleUpdateTitle({ name: title })
      }
      description={versionWords(bundle)}
      plainText={() => bundle.manifest}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="primary" isBusy={pending !== null} onPress={() => void run(install)}>
            {installed === null ? texts.bundleInstall() : texts.bundleUpdate({ version })}
          </GuardedButton>
        </>
      }
    >
      <div className={commonStyles.stack4}>
        <Beginning bundle={bundle} />
        <BundleFacts bundle={bundle} />
        {settings.length > 0 && (
          <BundleSettings
            settings={settings}
            typed={typed}
            onTyped={setTyped}
            secrets={secrets}
            problems={problems}
          />
        )}
        <Changes bundle={bundle} />
        <Words bundle={bundle} />
        <p className={styles.note}>{texts.bundleTrustNote()}</p>
        <FailureText text={failure} />
      </div>
    </Dialog>
  )
}

function Beginning({ bundle: { description, warnings } }: { readonly bundle: BundleView }) {
  return (
    <>
      <p>
        <VisibleText text={description} />
      </p>
      {warnings.map((warning) => (
        <Banner key={toText(warning)} tone={warning.level === 'danger' ? 'danger' : 'info'}>
          <VisibleText text={toText(warning)} />
        </Banner>
      ))}
    </>
  )
}

function Changes({ bundle: { installed, manifest } }: { readonly bundle: BundleView }) {
  if (installed === null || installed.isSame) return null
  return (
    <section aria-label={texts.bundleChanges()}>
      <h3>{texts.bundleChanges()}</h3>
      <ChangedLines
        before={laidOut(installed.manifest)}
        after={laidOut(manifest)}
        sum={texts.bundleChangeSum}
        more={(count) => texts.bundleMoreLines({ count })}
      />
    </section>
  )
}

function Words({ bundle }: { readonly bundle: BundleView }) {
  return (
    <>
      {bundle.longDescription !== '' && (
        <details>
          <summary>{texts.bundleLongDescription()}</summary>
          <div className={commonStyles.wholeText}>
            <WholeText text={bundle.longDescription} />
          </div>
        </details>
      )}
      <details>
        <summary>{texts.bundleManifest()}</summary>
        <pre className={styles.manifest}>
          <WholeText text={bundle.manifest} />
        </pre>
      </details>
    </>
  )
}

function versionWords({ version, installed }: BundleView): string {
  if (installed === null) return texts.bundleVersion({ version })
  const { serverName: name, version: before } = installed
  if (installed.isSame) return texts.bundleSame({ version, name })
  return installed.isNewer
    ? texts.bundleNewer({ version, before, name })
    : texts.bundleOlder({ version, before, name })
}

function textsOf({ settings }: BundleView): Typed {
  return Object.fromEntries(settings.map(({ key, texts: values }) => [key, values.join('\n')]))
}

function valuesOf({ settings }: BundleView, typed: Typed): Record<string, string[]> {
  const plain = settings.filter(({ isSensitive }) => !isSensitive)
  return Object.fromEntries(
    plain.map(({ key, isMultiple }) => {
      const text = typed[key] ?? ''
      const values = isMultiple ? text.split('\n').map((line) => line.trim()) : [text]
      return [key, values.filter((value) => value !== '')]
    })
  )
}

function secretsOf(typed: ReadonlyMap<string, () => string>): Record<string, string[]> {
  const read = [...typed].map(([key, value]) => [key, value()] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== '').map(([key, value]) => [key, [value]]))
}

function problemsIn(error: unknown): ReadonlyMap<string, string> {
  const found = error instanceof CallFailed ? error.data?.['problems'] : undefined
  if (!Array.isArray(found)) return new Map()
  return new Map(
    (found as { key: string; problem: LocalizedText }[]).map(({ key, problem }) => [key, toText(problem)])
  )
}

/** Line by line, so that changes are visible. */
function laidOut(manifest: string): string {
  try {
    return JSON.stringify(JSON.parse(manifest), null, 2)
  } catch {
    return manifest
  }
}
