/**
 * Approved tool definitions as a lock file that a team can share: exports to and imports from the file next to the
 * settings.
 */
import { useState } from 'react'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { VisibleText } from '../ui/base/hidden-characters'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import partStyles from '../parts/permissions/settings-parts.module.css'

export function PinnedTools() {
  const count = useProjection((state) => state.consent.pinnedToolCount ?? 0)
  const { pending, failure, run } = useCommand()
  const [news, setNews] = useState<string | null>(null)
  const start = (work: () => Promise<string>, name: string) => {
    setNews(null)
    void run(async () => setNews(await work()), name)
  }
  return (
    <section className={partStyles.settingsGroup}>
      <h3>{texts.pinnedTools()}</h3>
      <p className={partStyles.settingsNone}>{texts.pinnedNote({ count })}</p>
      <div className={partStyles.settingsButtons}>
        <Button size="small" isBusy={pending === 'export'} onClick={() => start(exportPins, 'export')}>
          {texts.writeLock()}
        </Button>
        <Button size="small" isBusy={pending === 'import'} onClick={() => start(importPins, 'import')}>
          {texts.importLock()}
        </Button>
      </div>
      <FailureText text={failure} />
      {news !== null && (
        <p role="status" className={partStyles.settingsItemNote}>
          <VisibleText text={news} />
        </p>
      )}
    </section>
  )
}

async function exportPins(): Promise<string> {
  const { path, toolCount } = await call('lock-file.export', {})
  return texts.lockWritten({ count: toolCount, path })
}

async function importPins(): Promise<string> {
  const { path, addedCount, changedCount } = await call('lock-file.import', {})
  return texts.lockImported({ path, added: addedCount, changed: changedCount })
}
