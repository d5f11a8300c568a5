/** Approved definitions of tools as a lock file that a team can share: out to the file beside the settings, and in. */
import { useState } from 'react'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { VisibleText } from '../ui/base/hidden-characters'
import partStyles from './settings-parts.module.css'

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
      <h3>Pinned tools</h3>
      <p className={partStyles.settingsNone}>
        {countWords(count)} The lock file mcp-tools.lock.json beside the settings file holds them in full, for
        others to read and share. Taking one over allows nothing.
      </p>
      <div className={partStyles.settingsButtons}>
        <Button size="small" isBusy={pending === 'export'} onClick={() => start(exportPins, 'export')}>
          Write lock file
        </Button>
        <Button size="small" isBusy={pending === 'import'} onClick={() => start(importPins, 'import')}>
          Take over lock file
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

function countWords(count: number): string {
  if (count === 0)
    return 'No tool is pinned yet: each is with its first approval, and you are asked when it changes.'
  const what =
    count === 1 ? 'One tool is pinned as you approved it' : `${count} tools are pinned as you approved them`
  return `${what}. You are shown any change before the tool runs again.`
}

async function exportPins(): Promise<string> {
  const { path, toolCount } = await call('consent.export-pins', {})
  return `${toolCount === 1 ? 'One tool' : `${toolCount} tools`} written to ${path}.`
}

async function importPins(): Promise<string> {
  const { path, addedCount, changedCount } = await call('consent.import-pins', {})
  return `${path} taken over: ${addedCount} new, ${changedCount} other than pinned before.`
}
