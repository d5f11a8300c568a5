/** What a bundle says about itself and would run: all characters visible, all claims shown as such. */
import type { BundleSignature, BundleView } from '../../../app/contract/servers/adding'
import { formatSize } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Link } from '../../ui/untrusted/link'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts } from '../../ui/untrusted/facts'
import { BundleCommand } from './bundle-command'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import commonStyles from '../../parts/common.module.css'
import styles from './bundle-dialog.module.css'

export function BundleFacts({ bundle }: { readonly bundle: BundleView }) {
  const { author, launch, links } = bundle
  return (
    <Facts>
      <Fact label={texts.bundleAuthor()}>
        <VisibleText text={[author.name, author.email, author.url].filter(Boolean).join(' · ')} />
        <SignatureWords signature={bundle.signature} />
      </Fact>
      <Fact label={texts.command()}>
        <code className={commonStyles.code}>
          <ExactText text={launch.command} />
        </code>
      </Fact>
      <Fact label={texts.arguments()}>
        <BundleCommand pieces={launch.args} />
      </Fact>
      <Fact label={texts.variables()}>
        <BundleCommand pieces={launch.env.map(({ name, text }) => `${name}=${text}`)} />
      </Fact>
      {bundle.ownNode !== null && (
        <Fact label={texts.bundleRunsWith()}>{texts.bundleOwnNode({ version: bundle.ownNode })}</Fact>
      )}
      {bundle.needs.length > 0 && (
        <Fact label={texts.bundleNeeds()}>
          <VisibleText text={bundle.needs.join(', ')} />
        </Fact>
      )}
      <Offers label={texts.bundleTools()} named={bundle.tools} hasMore={bundle.hasMore} />
      {bundle.prompts.length > 0 && (
        <Offers label={texts.bundlePrompts()} named={bundle.prompts} hasMore={false} />
      )}
      <Links links={links} />
      {bundle.license !== '' && (
        <Fact label={texts.bundleLicense()}>
          <VisibleText text={bundle.license} />
        </Fact>
      )}
      <Fact label={texts.bundleFile()}>
        <VisibleText
          text={texts.bundleSizes({
            file: bundle.fileName,
            size: formatSize(bundle.size),
            files: bundle.fileCount,
            unpacked: formatSize(bundle.unpackedSize)
          })}
        />
        <p className={commonStyles.code}>{`SHA-256 ${bundle.sha256}`}</p>
      </Fact>
    </Facts>
  )
}

function Links({ links }: Pick<BundleView, 'links'>) {
  if (links.length === 0) return null
  const kinds: Readonly<Record<BundleView['links'][number]['kind'], string>> = {
    homepage: texts.bundleHomepage(),
    documentation: texts.bundleDocumentation(),
    support: texts.bundleSupport(),
    repository: texts.bundleRepository(),
    privacy: texts.bundlePrivacy()
  }
  return (
    <Fact label={texts.bundleLinks()}>
      <ul>
        {links.map(({ kind, url }) => (
          <li key={`${kind} ${url}`}>
            {kinds[kind]}{' '}
            <Link address={url}>
              <VisibleText text={url} />
            </Link>
          </li>
        ))}
      </ul>
    </Fact>
  )
}

interface OffersProps {
  readonly label: string
  readonly named: BundleView['tools']
  readonly hasMore: boolean
}

/** Stated by its author; what the server really offers is known once it runs. */
function Offers({ label, named, hasMore }: OffersProps) {
  return (
    <Fact label={label}>
      {named.length === 0 && !hasMore && <span className={styles.note}>{texts.bundleNone()}</span>}
      <ul>
        {named.map(({ name, description }) => (
          <li key={name}>
            <strong>
              <VisibleText text={name} />
            </strong>{' '}
            <VisibleText text={description} />
          </li>
        ))}
      </ul>
      {hasMore && <p className={styles.note}>{texts.bundleMoreOffers()}</p>}
    </Fact>
  )
}

function SignatureWords({ signature }: { readonly signature: BundleSignature }) {
  return (
    <p className={signature.state === 'broken' ? styles.broken : styles.note}>
      <VisibleText text={signatureText(signature)} />
    </p>
  )
}

function signatureText(signature: BundleSignature): string {
  switch (signature.state) {
    case 'none':
      return texts.bundleUnsigned()
    case 'unreadable':
      return texts.bundleUnchecked()
    case 'broken':
      return texts.bundleBroken()
    case 'unvouched':
      return texts.bundleUnvouched({ name: signature.name })
    case 'vouched':
      return texts.bundleVouched({ name: signature.name, by: signature.by })
  }
}
