/** The fixes for a fault, one button each. */
import type { ReactNode } from 'react'
import type { FaultFix } from '../../../app/contract/servers/diagnosis'
import type { ServerView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { formatSpan } from '../../ui/base/format'
import type { ServerPanel } from '../status/server-state'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'

export interface FaultFixesProps {
  readonly server: ServerView
  readonly fixes: readonly FaultFix[]
  readonly onPanel: (serverName: string, panel: ServerPanel | null) => void
  /** Further buttons of the same row. */
  readonly children: ReactNode
}

export function FaultFixes({ server, fixes, onPanel, children }: FaultFixesProps) {
  const { pending, failure, run } = useCommand()
  const doIt = (fix: FaultFix) => {
    if (fix.type === 'edit-entry') onPanel(server.name, 'edit')
    else if (fix.type === 'open-log') onPanel(server.name, 'log')
    else void run(() => mend(server.name, fix), fix.type)
  }
  return (
    <>
      <div className={partStyles.serverCommands}>
        {fixes.map((fix, index) => (
          <Button
            key={fix.type}
            size="small"
            variant={index === 0 ? 'primary' : 'secondary'}
            isBusy={pending === fix.type}
            onClick={() => doIt(fix)}
          >
            {wordsOf(fix)}
          </Button>
        ))}
        {children}
      </div>
      <FailureText text={failure} />
    </>
  )
}

async function mend(serverName: string, fix: FaultFix): Promise<void> {
  if (fix.type === 'sign-in') await call('account.act', { serverName, act: 'sign-in' })
  else {
    // Removing the sandbox or allowing more time only helps after a restart.
    if (fix.type === 'open-walls') await call('sandbox.set', { serverName, isSandboxed: false })
    if (fix.type === 'raise-limit') await call('server.set-options', { serverName, [fix.limit]: fix.toMs })
    await call('server.control', { serverName, act: 'restart' })
  }
}

function wordsOf(fix: FaultFix): string {
  switch (fix.type) {
    case 'edit-entry':
      return texts.fixEdit()
    case 'open-log':
      return texts.fixLog()
    case 'open-walls':
      return texts.runOpen()
    case 'sign-in':
      return texts.fixSignIn()
    case 'trust':
      return texts.fixTrust()
    case 'retry':
      return texts.fixRetry()
    case 'raise-limit':
      return texts.fixLimit({ time: formatSpan(Math.round(fix.toMs / 1_000)) })
  }
}
