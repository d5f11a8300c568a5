/** Whether the server reports changes of a shown resource. Each change is read and shown. */
import { useEffect, useState } from 'react'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useResourceUpdates } from '../../bridge/use-offers'
import { useProjection } from '../../state/projection'
import { Switch } from '../../ui/controls/switch'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface FollowResourceProps {
  readonly serverName: string
  readonly uri: string
}

/** Nothing if the server doesn't report changes. */
export function FollowResource({ serverName, uri }: FollowResourceProps) {
  const [isFollowed, setIsFollowed] = useState(false)
  const count = useResourceUpdates(serverName, uri)
  const [before, setBefore] = useState(0)
  const canFollow = useProjection(
    ({ servers }) =>
      servers.find(({ name }) => name === serverName)?.capabilities.includes('resources.subscribe') === true
  )
  useEffect(() => {
    if (!isFollowed) return
    const tell = (wanted: boolean) => call('resource.follow', { serverName, uri, isFollowed: wanted })
    tell(true).catch(report)
    return () => void tell(false).catch(report)
  }, [isFollowed, serverName, uri])
  if (!canFollow) return null
  const change = (isOn: boolean) => {
    setBefore(count)
    setIsFollowed(isOn)
  }
  return (
    <Switch
      label={texts.followResource()}
      isOn={isFollowed}
      onChange={change}
      hint={
        isFollowed ? <span role="status">{texts.changesSeen({ count: count - before })}</span> : undefined
      }
    />
  )
}
