/** The icon that the server gives a tool, read once the server is connected; a wrench until then. */
import { Wrench } from 'lucide-react'
import type { Icon } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { useProjection } from '../../state/projection'
import { canNameIcons } from '../../state/servers-slice'
import { OfferedIcon } from '../../parts/offered-icon'
import { useRead } from '../../bridge/use-read'

export interface ToolIconProps {
  /** Null: the tool's server is unknown. */
  readonly serverName: string | null
  readonly toolName: string
}

export function ToolIcon({ serverName, toolName }: ToolIconProps) {
  const icons = useToolIcons(serverName, toolName)
  return <OfferedIcon serverName={serverName ?? ''} icons={icons} fallback={Wrench} />
}

const none: readonly Icon[] = []

function useToolIcons(serverName: string | null, toolName: string): readonly Icon[] {
  const freshness = useProjection(({ servers }) => {
    const server = servers.find(({ name }) => name === serverName)
    return server !== undefined && canNameIcons(server)
      ? `${server.protocolVersion} ${server.toolCount}`
      : null
  })
  const { value } = useRead<readonly Icon[]>({
    key: freshness === null ? null : JSON.stringify([serverName, toolName]),
    read: async () => (await call('tool.read', { serverName: serverName ?? '', toolName })).icons,
    freshness: freshness ?? ''
  })
  return value ?? none
}
