/** The offers of all connected servers side by side: tools, prompts and resources, with one filter. Untrusted text. */
import { FileText, MessageSquareText, Plug, Wrench } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { PromptView, ResourceListing } from '../../../app/contract/offers'
import type { ServerView } from '../../../app/contract/servers'
import { usePrompts, useResourceListings } from '../../bridge/use-offers'
import type { ReadState } from '../../bridge/use-read'
import { Button, Spinner } from '../../ui/controls/button'
import { EmptyState } from '../../ui/controls/empty-state'
import { FailureText } from '../../ui/controls/failure-text'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { TextField } from '../../ui/controls/text-field'
import { groupOffers, type OfferGroup } from './offer-groups'
import { useTools } from './use-tools'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import commonStyles from '../../parts/common.module.css'
import partStyles from '../status/server-parts.module.css'
import styles from './offers-view.module.css'
import { toText } from '../../../app/texts/localized'

/** Rows drawn; there may be thousands. */
const shownAtOnce = 20

const icons: Readonly<Record<OfferGroup['kind'], LucideIcon>> = {
  tools: Wrench,
  prompts: MessageSquareText,
  resources: FileText
}

export function OffersView({ servers }: { readonly servers: readonly ServerView[] }) {
  const [query, setQuery] = useState('')
  const connected = servers.filter(({ state }) => state === 'connected')
  const prompts = usePrompts(connected.length > 0)
  const listings = useResourceListings(connected.length > 0)
  if (connected.length === 0) {
    return (
      <EmptyState icon={Plug} title={texts.noneConnected()}>
        {texts.noneConnectedNote()}
      </EmptyState>
    )
  }
  return (
    <div className={commonStyles.stack3}>
      <TextField
        type="search"
        label={texts.filterOffers()}
        isLabelHidden
        placeholder={texts.filterOffersBy()}
        value={query}
        onChange={setQuery}
      />
      <FailureText text={prompts.failure ?? listings.failure} />
      {connected.map((server) => (
        <ServerOffers key={server.name} server={server} prompts={prompts} listings={listings} query={query} />
      ))}
    </div>
  )
}

interface ServerOffersProps {
  readonly server: ServerView
  readonly prompts: ReadState<readonly PromptView[]>
  readonly listings: ReadState<readonly ResourceListing[]>
  readonly query: string
}

/** A region named `Offers of ‹server›`. */
function ServerOffers({ server, prompts, listings, query }: ServerOffersProps) {
  const { tools, failure } = useTools(server)
  const listing = listings.value?.find(({ serverName }) => serverName === server.name)
  const isRead = tools !== null && prompts.value !== null && listings.value !== null
  const groups = groupOffers(
    { tools: tools ?? [], prompts: prompts.value ?? [], listing: listing ?? null, serverName: server.name },
    query
  )
  return (
    <section
      className={styles.offersServer}
      aria-label={plainWithMarks(texts.offersOf({ name: server.name }))}
    >
      <h3 className={styles.offersName}>
        <VisibleText text={server.name} />
      </h3>
      <FailureText text={failure ?? (listing?.problem ? toText(listing.problem) : null)} />
      {groups.map((group) => (
        <Group key={group.kind} group={group} />
      ))}
      {!isRead && <Spinner label={texts.readingOffers()} />}
      {isRead && groups.length === 0 && (
        <p className={styles.offersNone}>{query === '' ? texts.offersNothing() : texts.noOfferFits()}</p>
      )}
    </section>
  )
}

function Group({ group }: { readonly group: OfferGroup }) {
  const [shownCount, setShownCount] = useState(shownAtOnce)
  const Icon = icons[group.kind]
  const what = texts[group.kind]()
  return (
    <div role="group" aria-label={what} className={styles.offersGroup}>
      <h4 className={partStyles.inspectHeading}>{texts.counted({ what, count: group.offers.length })}</h4>
      {group.offers.slice(0, shownCount).map((offer) => (
        <div key={offer.key} className={styles.offerRow}>
          <Icon size={14} aria-hidden />
          <span className={styles.offerName}>
            <VisibleText text={offer.name} />
          </span>
          <span className={styles.offerWords}>
            <VisibleText text={offer.words} />
          </span>
        </div>
      ))}
      {group.offers.length > shownCount && (
        <Button
          size="small"
          variant="quiet"
          className={styles.offersMore}
          onClick={() => setShownCount(shownCount + 5 * shownAtOnce)}
        >
          {texts.showMore({ count: group.offers.length - shownCount })}
        </Button>
      )}
    </div>
  )
}
