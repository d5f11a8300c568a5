/** The ways to add a server: from another app, a pasted configuration, ready-made, a directory, a form, a bundle. */
import { ArrowLeft, BookOpen, FileClock, History, Package } from 'lucide-react'
import { call } from '../../bridge/call'
import { notify, report } from '../../bridge/report'
import { OtherApps } from '../../parts/adding/other-apps'
import { PasteForm } from '../../parts/adding/paste-form'
import { ReadyMadeCards } from '../../parts/adding/ready-made-cards'
import { Button } from '../../ui/controls/button'
import { openReplay } from '../../parts/replay-view-store'
import { OwnServerForm } from './own-server-form'
import { directory } from '../../../app/texts/compiled/window/directory'
import { recordings } from '../../../app/texts/compiled/window/recordings'
import { replays } from '../../../app/texts/compiled/window/replays'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import styles from './add-server.module.css'

export interface AddServerProps {
  /** False while there is no list to return to. */
  readonly canGoBack: boolean
  readonly onDone: () => void
  /** Called to show the directory. */
  readonly onBrowse: () => void
}

export function AddServer({ canGoBack, onDone, onBrowse }: AddServerProps) {
  const finish = (added: readonly string[]) => {
    tellAdded(added)
    onDone()
  }
  return (
    <div ref={startAtTop} className={styles.addServer}>
      {canGoBack ? (
        <Button variant="quiet" size="small" icon={ArrowLeft} className={styles.addBack} onClick={onDone}>
          {texts.allServers()}
        </Button>
      ) : (
        <p className={partStyles.serverCount}>{texts.addFirst()}</p>
      )}
      <section className={styles.addSection}>
        <h3>{texts.fromOtherProgram()}</h3>
        <OtherApps onAdded={finish} />
        <PasteForm
          label={texts.paste()}
          hint={texts.pasteHint()}
          submit={texts.addPasted()}
          takesFocus={canGoBack}
          onAdded={finish}
          onLink={onDone}
        />
      </section>
      <section className={styles.addSection}>
        <h3>{texts.readyToUse()}</h3>
        <p className={styles.addExplanation}>{texts.readyToUseNote()}</p>
        <ReadyMadeCards onDone={onDone} />
      </section>
      <section className={styles.addSection}>
        <h3>{directory.section()}</h3>
        <p className={styles.addExplanation}>{directory.sectionNote()}</p>
        <Button icon={BookOpen} className={styles.addBundle} onClick={onBrowse}>
          {directory.browse()}
        </Button>
      </section>
      <section className={styles.addSection}>
        <h3>{texts.ownServer()}</h3>
        <OwnServerForm onDone={onDone} />
      </section>
      <RecordingSection onDone={onDone} />
      <section className={styles.addSection}>
        <h3>{texts.bundleSection()}</h3>
        <p className={styles.addExplanation}>{texts.installBundleNote()}</p>
        <Button
          icon={Package}
          className={styles.addBundle}
          onClick={() => void call('bundle.choose', {}).catch(report)}
        >
          {texts.installBundle()}
        </Button>
      </section>
    </div>
  )
}

function RecordingSection({ onDone }: Pick<AddServerProps, 'onDone'>) {
  return (
    <section className={styles.addSection}>
      <h3>{recordings.section()}</h3>
      <p className={styles.addExplanation}>{recordings.sectionNote()}</p>
      <Button
        icon={FileClock}
        className={styles.addBundle}
        onClick={() => void addRecording().then(onDone, report)}
      >
        {recordings.open()}
      </Button>
      <Button icon={History} className={styles.addBundle} onClick={() => void openReplay(null)}>
        {replays.open()}
      </Button>
    </section>
  )
}

async function addRecording(): Promise<void> {
  const { serverName } = await call('recording.add', {})
  if (serverName !== null) tellAdded([serverName])
}

/** The list that it replaces may have been scrolled down. */
function startAtTop(element: HTMLElement | null): void {
  const body = element?.closest('[data-part="body"]')
  if (body) body.scrollTop = 0
}

function tellAdded(added: readonly string[]): void {
  notify('status', texts.added({ count: added.length, name: added[0] ?? '' }))
}
