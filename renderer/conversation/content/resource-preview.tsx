/** Reads a resource from its server, shown to the user only. Mount it on demand. */
import { Spinner } from '../../ui/controls/button'
import { FailureNote } from './failure-note'
import { FollowResource } from './follow-resource'
import { ExchangeHere } from './open-exchange'
import { useResourceContents } from '../../bridge/use-offers'
import { ContentsView } from '../../parts/content/contents-view'
import styles from './resource-preview.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ResourcePreviewProps {
  readonly serverName: string
  readonly uri: string
  readonly name: string
}

export function ResourcePreview({ serverName, uri, name }: ResourcePreviewProps) {
  const { value, failure, again } = useResourceContents({ serverName, uri })
  if (failure !== null) {
    return <FailureNote failure={{ code: 'INTERNAL', message: failure }} onRetry={again} />
  }
  return value === null ? (
    <div className={styles.resourceReading}>
      <Spinner label={texts.reading({ name })} />
      <ExchangeHere serverName={serverName} kind="resource" name={uri} />
    </div>
  ) : (
    <>
      <FollowResource key={uri} serverName={serverName} uri={uri} />
      <ContentsView contents={value} name={name} />
    </>
  )
}
