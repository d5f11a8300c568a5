/** How an app is shown, as it learns it: every change is sent at once, and sizes change the frame. */
import { useState } from 'react'
import type { InspectedContext } from '../../../app/contract/bridge/inspected-view-calls'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import { appInspector as texts } from '../../../app/texts/compiled/window/appInspector'
import { Select } from '../../ui/controls/select'
import { Switch } from '../../ui/controls/switch'
import { TextField } from '../../ui/controls/text-field'
import { devices, findDevice, type DeviceName } from './devices'
import commonStyles from '../../parts/common.module.css'
import styles from './app-inspector.module.css'

interface HostContextFormProps {
  readonly context: InspectedContext
  /** Null until it is open. */
  readonly view: OpenView | null
  readonly onChange: (context: InspectedContext) => void
}

const displayModes = ['inline', 'fullscreen', 'pip'] as const satisfies OpenView['displayModes']
const largest = { size: 20_000, inset: 500 }
const edges = ['top', 'right', 'bottom', 'left'] as const

/** A group named `Host context`. */
export function HostContextForm(props: HostContextFormProps) {
  const { context, onChange } = props
  const change = (part: Partial<InspectedContext>) => onChange({ ...context, ...part })
  const { hasTouch, hasHover, safeArea } = context
  return (
    <details className={styles.context}>
      <summary>{texts.hostContext()}</summary>
      <div role="group" aria-label={texts.hostContext()} className={styles.groups}>
        <Surroundings {...props} change={change} />
        <div className={commonStyles.wrapRow}>
          <Switch label={texts.touch()} isOn={hasTouch} onChange={(isOn) => change({ hasTouch: isOn })} />
          <Switch label={texts.hover()} isOn={hasHover} onChange={(isOn) => change({ hasHover: isOn })} />
        </div>
        <div className={styles.edges}>
          {edges.map((edge) => (
            <Pixels
              key={edge}
              label={edgeNames[edge]()}
              value={safeArea[edge]}
              most={largest.inset}
              onChange={(inset) => change({ safeArea: { ...safeArea, [edge]: inset } })}
            />
          ))}
        </div>
      </div>
    </details>
  )
}

interface Changes {
  readonly change: (part: Partial<InspectedContext>) => void
}

function Surroundings({ context, view, change }: Omit<HostContextFormProps, 'onChange'> & Changes) {
  const { theme, displayMode, width, height, locale, timeZone } = context
  return (
    <div className={styles.fields}>
      <Select
        label={texts.theme()}
        options={[
          { value: 'light', label: texts.light() },
          { value: 'dark', label: texts.dark() }
        ]}
        value={theme}
        onChange={(next) => change({ theme: next as InspectedContext['theme'] })}
      />
      <Select
        label={texts.displayMode()}
        options={displayModes.map((mode) => ({
          value: mode,
          label: modeNames[mode](),
          isDisabled: mode !== 'inline' && view?.displayModes.includes(mode) !== true
        }))}
        value={displayMode}
        onChange={(next) => change({ displayMode: next as InspectedContext['displayMode'] })}
      />
      <Device context={context} change={change} />
      <Pixels
        label={texts.width()}
        value={width}
        most={largest.size}
        onChange={(next) => change({ width: next })}
      />
      <Pixels
        label={displayMode === 'inline' ? texts.maxHeight() : texts.height()}
        value={height}
        most={largest.size}
        onChange={(next) => change({ height: next })}
      />
      <Committed label={texts.locale()} value={locale} onCommit={(next) => change({ locale: next })} />
      <Committed label={texts.timeZone()} value={timeZone} onCommit={(next) => change({ timeZone: next })} />
    </div>
  )
}

function Device({ context, change }: Pick<HostContextFormProps, 'context'> & Changes) {
  const found = findDevice(context)
  return (
    <Select
      label={texts.device()}
      placeholder={texts.deviceOther()}
      options={Object.keys(devices).map((name) => ({
        value: name,
        label: deviceNames[name as DeviceName]()
      }))}
      value={found ?? ''}
      onChange={(name) => change(devices[name as DeviceName])}
    />
  )
}

interface PixelsProps {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
}

function Pixels({ label, value, most, onChange }: PixelsProps) {
  const commit = (text: string): string | null => {
    const next = Number(text)
    if (text.trim() === '' || !Number.isInteger(next) || next < 0 || next > most)
      return texts.notPixels({ most })
    onChange(next)
    return null
  }
  return <Committed label={label} value={String(value)} isNumber onCommit={commit} />
}

interface CommittedProps {
  readonly label: string
  readonly value: string
  readonly isNumber?: boolean
  /** What is wrong with it, as a sentence. */
  readonly onCommit: (text: string) => string | null | void
}

/** Sent when the user leaves the field or presses Enter, not with every key. */
function Committed({ label, value, isNumber = false, onCommit }: CommittedProps) {
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState(value)
  const [error, setError] = useState<string | null>(null)
  if (known !== value) {
    setKnown(value)
    setDraft(value)
    setError(null)
  }
  const commit = (): void => {
    if (draft !== value) setError(onCommit(draft) ?? null)
  }
  return (
    <TextField
      label={label}
      type={isNumber ? 'number' : 'text'}
      value={draft}
      error={error}
      maxLength={100}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit()
      }}
    />
  )
}

const modeNames: Readonly<Record<InspectedContext['displayMode'], () => string>> = {
  inline: texts.inline,
  fullscreen: texts.fullScreen,
  pip: texts.pictureInPicture
}

const edgeNames: Readonly<Record<(typeof edges)[number], () => string>> = {
  top: texts.insetTop,
  right: texts.insetRight,
  bottom: texts.insetBottom,
  left: texts.insetLeft
}

const deviceNames: Readonly<Record<DeviceName, () => string>> = {
  desktop: texts.deviceDesktop,
  tablet: texts.deviceTablet,
  phone: texts.devicePhone
}
