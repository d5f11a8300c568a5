/**
 * The certificate authority of Parley's own proxy, trusted only by sandboxed servers. Created when the first server
 * needs it. Its key is never written anywhere and ends with Parley.
 */
import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import type { Extension, GeneralName } from 'pkijs'

export interface HostCredentials {
  /** PEM, both. */
  readonly key: string
  readonly cert: string
}

export interface Authority {
  /** PEM. */
  readonly certificate: string
  readonly credentialsFor: (host: string) => Promise<HostCredentials>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const dayMs = 86_400_000
const commonName = '2.5.4.3'
/** RFC 5280, 4.2.1.12 */
const forServers = '1.3.6.1.5.5.7.3.1'
const ourName = 'Parley, for sandboxed servers of this run'

/** A server may connect to any number of hosts. */
const mostCertificates = 500

export async function createAuthority(now: () => number, most = mostCertificates): Promise<Authority> {
  const [own, leaf] = await Promise.all([createKeys(), createKeys()])
  const certificate = await sign({ subject: ourName, keys: own, issuer: own, host: null, now: now() })
  const key = pem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', leaf.privateKey))
  const made = new Map<string, Promise<string>>()
  return {
    certificate,
    credentialsFor: async (host) => {
      const cert =
        made.get(host) ?? sign({ subject: host.slice(0, 64), keys: leaf, issuer: own, host, now: now() })
      made.set(host, cert)
      const [oldest] = made.keys()
      if (made.size > most && oldest !== undefined) made.delete(oldest)
      return { key, cert: await cert }
    }
  }
}

function createKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

interface Wanted {
  readonly subject: string
  readonly keys: webcrypto.CryptoKeyPair
  readonly issuer: webcrypto.CryptoKeyPair
  /** Null: of the authority itself. */
  readonly host: string | null
  /** Milliseconds since the epoch. */
  readonly now: number
}

async function sign({ subject, keys, issuer, host, now }: Wanted): Promise<string> {
  const [pki, asn1] = await Promise.all([import('pkijs'), import('asn1js')])
  const engine = new pki.CryptoEngine({ name: 'node', crypto: webcrypto })
  const certificate = new pki.Certificate()
  certificate.version = 2
  // RFC 5280, 4.1.2.2: positive and unique.
  certificate.serialNumber = new asn1.Integer({
    valueHex: getBytes(Buffer.concat([Buffer.of(1), randomBytes(15)]))
  })
  const named = (text: string) =>
    new pki.AttributeTypeAndValue({ type: commonName, value: new asn1.Utf8String({ value: text }) })
  certificate.issuer.typesAndValues.push(named(ourName))
  certificate.subject.typesAndValues.push(named(subject))
  certificate.notBefore.value = new Date(now - dayMs)
  certificate.notAfter.value = new Date(now + 365 * dayMs)
  certificate.extensions = await getExtensions({ keys, issuer, host }, { pki, asn1 })
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, engine)
  await certificate.sign(issuer.privateKey, 'SHA-256', engine)
  return pem('CERTIFICATE', certificate.toSchema(true).toBER())
}

interface Libraries {
  readonly pki: typeof import('pkijs')
  readonly asn1: typeof import('asn1js')
}

async function getExtensions(
  { keys, issuer, host }: Pick<Wanted, 'keys' | 'issuer' | 'host'>,
  { pki, asn1 }: Libraries
): Promise<Extension[]> {
  const { AuthorityKeyIdentifier, BasicConstraints, ExtKeyUsage, GeneralNames } = pki
  const [own, above] = await Promise.all([getId(keys), getId(issuer)])
  const add = (extnID: string, value: { toBER(): ArrayBuffer }, critical = false) =>
    new pki.Extension({ extnID, critical, extnValue: value.toBER() })
  const keyIdentifier = new asn1.OctetString({ valueHex: above })
  const common = [
    add('2.5.29.14', new asn1.OctetString({ valueHex: own })),
    add('2.5.29.35', new AuthorityKeyIdentifier({ keyIdentifier }).toSchema()),
    add('2.5.29.19', new BasicConstraints({ cA: host === null }).toSchema(), true)
  ]
  const usage = (bit: number, unusedBits: number) =>
    add('2.5.29.15', new asn1.BitString({ valueHex: getBytes(Buffer.of(bit)), unusedBits }), true)
  // keyCertSign; digitalSignature.
  if (host === null) return [...common, usage(0x04, 2)]
  return [
    ...common,
    usage(0x80, 7),
    add('2.5.29.17', new GeneralNames({ names: [getName(host, { pki, asn1 })] }).toSchema()),
    add('2.5.29.37', new ExtKeyUsage({ keyPurposes: [forServers] }).toSchema())
  ]
}

function getName(host: string, { pki, asn1 }: Libraries): GeneralName {
  if (isIP(host) === 0) return new pki.GeneralName({ type: 2, value: host })
  const valueHex = getBytes(isIP(host) === 4 ? Buffer.from(host.split('.').map(Number)) : bytesOfSix(host))
  return new pki.GeneralName({ type: 7, value: new asn1.OctetString({ valueHex }) })
}

/** As the runtime writes it: lower case, the longest run of zeros left out. */
function bytesOfSix(host: string): Buffer {
  const [before = '', after] = host.split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [first, last] = [groups(before), groups(after ?? '')]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return Buffer.from([...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/** RFC 5280, 4.2.1.2: any identifier of the key is allowed. */
async function getId({ publicKey }: webcrypto.CryptoKeyPair): Promise<ArrayBuffer> {
  const raw = await webcrypto.subtle.exportKey('raw', publicKey)
  return getBytes(createHash('sha256').update(new Uint8Array(raw)).digest().subarray(0, 20))
}

function getBytes(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

function pem(what: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${what}-----\n${lines.join('\n')}\n-----END ${what}-----\n`
}
