/** The page of a server, which keeps the chosen server and tab like the frame of the window. */
import { render } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { ServerPage, type ServerPageProps } from '../servers/server-page'

type Shown = Partial<Pick<ServerPageProps, 'serverName' | 'tab'>>

export function showServerPage(shown: Shown = {}) {
  const onBack = vi.fn<() => void>()
  const onTool = vi.fn<ServerPageProps['onTool']>()
  render(<Page {...shown} onBack={onBack} onTool={onTool} />)
  return { onBack, onTool }
}

function Page({ onBack, onTool, ...first }: Shown & Pick<ServerPageProps, 'onBack' | 'onTool'>) {
  const [serverName, setServerName] = useState(first.serverName ?? 'everything')
  const [tab, setTab] = useState(first.tab ?? 'overview')
  return (
    <ServerPage
      serverName={serverName}
      tab={tab}
      onServer={setServerName}
      onTab={setTab}
      onBack={onBack}
      onTool={onTool}
      leading={null}
    />
  )
}
