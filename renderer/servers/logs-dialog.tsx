/** The dialog `Logs`: Parley's log combined with all servers' logs, live, filtered here, saved as shown. */
import { FolderOpen } from 'lucide-react'
import { useMemo, useState } from 'react'
import { logRotation } from '../../app/contract/limits'
import type { LogLine } from '../../app/contract/bridge/logs'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useRead } from '../bridge/use-read'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { FailureText } from '../ui/controls/failure-text'
import { SaveButton } from '../ui/controls/save-button'
import { Select } from '../ui/controls/select'
import { Switch } from '../ui/controls/switch'
import { TextField } from '../ui/controls/text-field'
import { formatSize } from '../ui/base/format'
import { VisibleText } from '../ui/base/hidden-characters'
import { filterAll, listLogOrigins, formatLog, type AllLogsFilter } from './diagnose/all-logs'
import { AllLines } from './diagnose/all-lines'
import { levelOptions } from './diagnose/level-options'
import { useLogs } from './diagnose/use-logs'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import panelStyles from './diagnose/log-panel.module.css'
import partStyles from './status/server-parts.module.css'

export function LogsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.logsTitle()} size="large">
      {open && <Logs />}
    </Dialog>
  )
}

function Logs() {
  const [isFollowed, setIsFollowed] = useState(true)
  const { lines, failure } = useLogs(isFollowed)
  const [filter, setFilter] = useState<AllLogsFilter>({ origin: 'all', level: 'debug', words: '' })
  const shown = useMemo(() => filterAll(lines, filter), [lines, filter])
  return (
    <div className={panelStyles.allLogs}>
      <div className={panelStyles.logTools}>
        <Filters lines={lines} filter={filter} onChange={setFilter} />
        <Switch label={texts.followLogs()} isOn={isFollowed} onChange={setIsFollowed} />
        <span className={panelStyles.logCount}>{texts.lineCount({ count: shown.length })}</span>
        <SaveButton name="parley-logs.txt" mimeType="text/plain" data={{ text: formatLog(shown) }} />
      </div>
      <FailureText text={failure} />
      <AllLines lines={shown} isFollowed={isFollowed} />
      <Files />
    </div>
  )
}

interface FiltersProps {
  readonly lines: readonly LogLine[]
  readonly filter: AllLogsFilter
  readonly onChange: (filter: AllLogsFilter) => void
}

function Filters({ lines, filter, onChange }: FiltersProps) {
  const origins = useMemo(() => listLogOrigins(lines), [lines])
  return (
    <>
      <Select
        label={texts.logOrigin()}
        isLabelHidden
        options={origins}
        value={filter.origin}
        onChange={(origin) => onChange({ ...filter, origin })}
      />
      <Select
        label={texts.level()}
        isLabelHidden
        options={levelOptions()}
        value={filter.level}
        onChange={(level) => onChange({ ...filter, level: level as LogLine['level'] })}
      />
      <TextField
        type="search"
        label={texts.searchLogs()}
        isLabelHidden
        placeholder={texts.search()}
        value={filter.words}
        onChange={(words) => onChange({ ...filter, words })}
      />
    </>
  )
}

function Files() {
  const { value } = useRead({ key: 'files', read: () => call('log.measure', {}) })
  const { pending, failure, run } = useCommand()
  const { megabytes, older } = logRotation
  return (
    <>
      <div className={partStyles.serverCommands}>
        <Button
          size="small"
          icon={FolderOpen}
          isBusy={pending !== null}
          onClick={() => void run(() => call('app.open-file', { file: 'logs' }))}
        >
          {texts.openLogFolder()}
        </Button>
        {value !== null && (
          <span className={partStyles.serverCount}>
            <VisibleText
              text={texts.logFiles({
                folder: value.folder,
                count: value.count,
                size: formatSize(value.bytes),
                megabytes,
                older
              })}
            />
          </span>
        )}
      </div>
      <FailureText text={failure} />
    </>
  )
}
