/** A dialog named `Keyboard shortcuts`: what every key does, globally and in its place. */
import { Fragment } from 'react'
import { windowCommandNames, commands, keysInPlaces } from '../../app/contract/bridge/commands'
import { commandTitle } from '../../app/texts/command-titles'
import { shortcuts as texts } from '../../app/texts/compiled/window/shortcuts'
import { splitShortcut } from '../parts/describe-shortcut'
import { Dialog } from '../ui/controls/dialog'
import commonStyles from '../parts/common.module.css'
import styles from './shortcuts-dialog.module.css'

interface Row {
  readonly label: string
  readonly keys: string
}

type Place = keyof typeof keysInPlaces
/** A key without a description does not compile. */
type Words = { readonly [P in Place]: Readonly<Record<keyof (typeof keysInPlaces)[P], () => string>> }

const words: Words = {
  writing: {
    send: texts.send,
    newLine: texts.newLine,
    prompts: texts.prompts,
    resources: texts.resources,
    takeBack: texts.takeBack
  },
  answering: { queue: texts.queue, steer: texts.steer, stop: texts.stop },
  asked: { allowOnce: texts.allowOnce, safeAnswer: texts.safeAnswer },
  list: {
    move: texts.move,
    fold: texts.fold,
    choose: texts.choose,
    chooseUpTo: texts.chooseUpTo,
    chooseAll: texts.chooseAll,
    chooseNone: texts.chooseNone,
    rename: texts.rename,
    remove: texts.remove
  },
  finding: { next: texts.next, previous: texts.previous, close: texts.close }
}

const placeTitles: Readonly<Record<Place, () => string>> = {
  writing: texts.writing,
  answering: texts.answering,
  asked: texts.asked,
  list: texts.list,
  finding: texts.finding
}

export interface ShortcutsDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="medium"
      isRead
      title={texts.title()}
      description={texts.note()}
    >
      <Group title={texts.everywhere()} rows={everywhere()} />
      {(Object.keys(keysInPlaces) as Place[]).map((place) => (
        <Group key={place} title={placeTitles[place]()} rows={inPlace(place)} />
      ))}
    </Dialog>
  )
}

function everywhere(): readonly Row[] {
  return windowCommandNames.flatMap((name) => {
    const { shortcut } = commands[name]
    if (shortcut === null) return []
    const keys = name === 'shortcuts' ? `? / ${shortcut}` : shortcut
    return [{ label: commandTitle(name), keys }]
  })
}

function inPlace(place: Place): readonly Row[] {
  const labels: Readonly<Record<string, () => string>> = words[place]
  return Object.entries(keysInPlaces[place]).map(([name, keys]) => ({ label: labels[name]?.() ?? '', keys }))
}

function Group({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      <dl>
        {rows.map(({ label, keys }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd className={styles.keys}>
              {keys.split(' / ').map((each, index) => (
                <Fragment key={each}>
                  {index > 0 && <span className={commonStyles.smallNote}>{texts.or()}</span>}
                  <Keys keys={each} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.together}>
      {splitShortcut(keys).map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
