/** A server's resources and templates with a filter. Each shows its facts and, on demand, its content. */
import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { ResourceListing, ResourceView } from '../../../app/contract/offers'
import type { ServerView } from '../../../app/contract/servers'
import { toText } from '../../../app/texts/localized'
import { serverView as texts } from '../../../app/texts/compiled/window/serverView'
import { servers } from '../../../app/texts/compiled/window/servers'
import { useResourceContents, useResourceListings } from '../../bridge/use-offers'
import { ContentsView } from '../../parts/content/contents-view'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { formatSize } from '../../ui/base/format'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { JsonView } from '../../ui/untrusted/json-view'
import { OfferDetails, OfferList, type OfferRow } from './offer-list'
import commonStyles from '../../parts/common.module.css'

/** A region named `Resources of ‹server›`. */
export function ServerResources({ server }: { readonly server: ServerView }) {
  const { value, failure } = useResourceListings(true)
  const listing = value?.find(({ serverName }) => serverName === server.name)
  return (
    <section
      className={commonStyles.stack3}
      aria-label={plainWithMarks(texts.resourcesOf({ name: server.name }))}
    >
      <FailureText text={failure ?? (listing?.problem ? toText(listing.problem) : null)} />
      <OfferList server={server} rows={value === null ? null : rowsOf(listing)} none={texts.noResources()} />
    </section>
  )
}

function rowsOf(listing: ResourceListing | undefined): readonly OfferRow[] {
  if (listing === undefined) return []
  return [
    ...listing.resources.map((resource) => ({
      key: resource.uri,
      icon: FileText,
      name: resource.title ?? resource.name,
      address: resource.uri,
      body: <Resource resource={resource} />
    })),
    ...listing.templates.map(({ uriTemplate, name, title, description, mimeType }) => ({
      key: `template ${uriTemplate}`,
      icon: FileText,
      name: title ?? name,
      address: uriTemplate,
      body: <OfferDetails description={description} facts={[texts.template(), mimeType]} />
    }))
  ]
}

function Resource({ resource }: { readonly resource: ResourceView }) {
  const { serverName, uri, name, description, mimeType, size, meta } = resource
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <OfferDetails
        description={description}
        facts={[mimeType, size === null ? null : formatSize(size), resource.annotations.lastModified]}
      />
      {meta !== undefined && <JsonView value={meta} label={servers.metadataOf({ tool: name })} />}
      {isShown ? (
        <Content serverName={serverName} uri={uri} name={name} />
      ) : (
        <div>
          <Button size="small" onClick={() => setIsShown(true)}>
            {texts.showContent()}
          </Button>
        </div>
      )}
    </>
  )
}

function Content(resource: Pick<ResourceView, 'serverName' | 'uri' | 'name'>) {
  const { value, failure } = useResourceContents(resource)
  if (failure !== null) return <FailureText text={failure} />
  return value === null ? (
    <Spinner label={texts.reading()} />
  ) : (
    <ContentsView contents={value} name={resource.name} />
  )
}
