/** Whether programs can be sandboxed on this computer; null until known. */
import { useEffect, useState } from 'react'
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { call } from '../../bridge/call'

/** Used if it can't be determined. */
const unknown: SandboxView = { canContain: false, remedy: null, advice: null }

export function useSandbox(): SandboxView | null {
  const [sandbox, setSandbox] = useState<SandboxView | null>(null)
  useEffect(() => {
    let isCurrent = true
    call('sandbox.read', {}).then(
      (view) => isCurrent && setSandbox(view),
      () => isCurrent && setSandbox(unknown)
    )
    return () => void (isCurrent = false)
  }, [])
  return sandbox
}
