/** The hosts that a server's icons would come from. The user sees them before allowing the requests. */
import { useEffect, useMemo, useState } from 'react'
import type { Icon, ServerView, ToolView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { canNameIcons } from '../../state/servers-slice'
import { isOnNetwork } from '../../parts/choose-icon'

/** Each host once, in order of appearance; embedded icons need none. */
export function iconHosts(icons: readonly Icon[]): readonly string[] {
  const hosts = icons.flatMap(({ src }) => (isOnNetwork(src) && URL.canParse(src) ? [new URL(src).host] : []))
  return [...new Set(hosts)]
}

/** Of the server, its tools and, once read, its resources and prompts. */
export function useIconHosts(server: ServerView, tools: readonly ToolView[] | null): readonly string[] {
  const offered = useOfferedIcons(server)
  return useMemo(
    () => iconHosts([...server.icons, ...(tools ?? []).flatMap(({ icons }) => icons), ...offered]),
    [server, tools, offered]
  )
}

const none: readonly Icon[] = []

function useOfferedIcons(server: ServerView): readonly Icon[] {
  const [icons, setIcons] = useState(none)
  const { name, capabilities } = server
  const hasIcons = canNameIcons(server)
  const hasResources = hasIcons && capabilities.includes('resources')
  const hasPrompts = hasIcons && capabilities.includes('prompts')
  useEffect(() => {
    let isCurrent = true
    void Promise.all([hasResources ? resourceIcons(name) : [], hasPrompts ? promptIcons(name) : []]).then(
      (read) => isCurrent && setIcons(read.flat()),
      () => {} // without the lists there is nothing to allow yet
    )
    return () => void (isCurrent = false)
  }, [name, hasResources, hasPrompts])
  return icons
}

async function resourceIcons(serverName: string): Promise<Icon[]> {
  const listing = (await call('resource.list', {})).find((item) => item.serverName === serverName)
  return [...(listing?.resources ?? []), ...(listing?.templates ?? [])].flatMap(({ icons }) => icons)
}

async function promptIcons(serverName: string): Promise<Icon[]> {
  const prompts = await call('prompt.list', {})
  return prompts.filter((prompt) => prompt.serverName === serverName).flatMap(({ icons }) => icons)
}
