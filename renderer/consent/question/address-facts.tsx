/** The host as the network reads it, and the address to the last character with the host in it set apart. */
import { hostOf, splitAddress } from './act-changes'
import { ExactText } from './exact-text'
import { Fact } from './facts'

export interface AddressFactsProps {
  readonly address: string
  /** Where it leads; null where the address names no host. */
  readonly host?: string | null
}

export function AddressFacts({ address, host = hostOf(address) }: AddressFactsProps) {
  const parts = splitAddress(address)
  return (
    <>
      {/* First: an address may be so long that the host in it is out of sight. */}
      {host !== null && (
        <Fact label="Host">
          <code className="fact-piece fact-main">
            <ExactText text={host} />
          </code>
        </Fact>
      )}
      <Fact label="Address">
        <code className="fact-piece">
          {parts === null ? (
            <ExactText text={address} />
          ) : (
            <>
              <ExactText text={parts.before} />
              <strong className="fact-host">
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
