/** The host as the network reads it, and the whole address with the host highlighted. */
import { readHostname, splitAddress } from './definition-diff'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact } from '../../ui/untrusted/facts'
import { classNames } from '../../ui/base/class-names'
import factsStyles from '../../ui/untrusted/facts.module.css'
import styles from './address-facts.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface AddressFactsProps {
  readonly address: string
  /** The destination; null if the address has no host. */
  readonly host?: string | null
}

export function AddressFacts({ address, host = readHostname(address) }: AddressFactsProps) {
  const parts = splitAddress(address)
  return (
    <>
      {/* First, because in a long address the host may be out of view. */}
      {host !== null && (
        <Fact label={consent.host()}>
          <code className={classNames(factsStyles.factPiece, factsStyles.factMain)}>
            <ExactText text={host} />
          </code>
        </Fact>
      )}
      <Fact label={consent.address()}>
        <code className={factsStyles.factPiece}>
          {parts === null ? (
            <ExactText text={address} />
          ) : (
            <>
              <ExactText text={parts.before} />
              <strong className={styles.factHost}>
                <ExactText text={parts.host} />
              </strong>
              {parts.after !== '' && <ExactText text={parts.after} />}
            </>
          )}
        </code>
      </Fact>
    </>
  )
}
