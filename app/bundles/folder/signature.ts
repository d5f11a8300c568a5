/**
 * Checks a bundle's signature, and which authority certifies the name in it: a detached PKCS#7 (RFC 5652), as `mcpb
 * sign` appends it. pkijs parses it, and the runtime's cryptography verifies it.
 */
import { createHash, verify, X509Certificate } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { OctetString } from 'asn1js'
import type { SignedData, SignerInfo } from 'pkijs'
import type { BundleSignature } from '../../contract/servers/adding'

/** Older hash functions have collisions. */
const hashes: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512'
}
const signedDataType = '1.2.840.113549.1.7.2'
const messageDigest = '1.2.840.113549.1.9.4'
/** RFC 5280, 4.2.1.12: the certificate is for programs, not for a website. */
const forPrograms = '1.3.6.1.5.5.7.3.3'
const longestChain = 8

/** `signature` in DER; `file`: only the signed content. Content never makes it throw. */
export async function checkSignature(signature: Buffer, file: string, now: number): Promise<BundleSignature> {
  const parts = await takeApart(signature).catch(() => null)
  if (parts === null) return { state: 'unreadable' }
  const { signer, certificate, others, hash, digest, signed } = parts
  const isWhole = digest.equals(await hashOf(file, hash))
  if (
    !isWhole ||
    !isGood({ hash, signed, certificate, signature: bytesOf(signer.signature.valueBlock.valueHexView) })
  )
    return { state: 'broken' }
  const name = nameIn(certificate)
  const by = await getVoucher(certificate, others, now)
  return by === null ? { state: 'unvouched', name } : { state: 'vouched', name, by }
}

interface Parts {
  readonly signer: SignerInfo
  readonly certificate: X509Certificate
  readonly others: readonly X509Certificate[]
  readonly hash: string
  readonly digest: Buffer
  /** The signed attributes, which contain the digest. */
  readonly signed: Buffer
}

/** Null, or throws, if the signature can't be checked. */
async function takeApart(signature: Buffer): Promise<Parts | null> {
  const { ContentInfo, SignedData: Signed, IssuerAndSerialNumber } = await import('pkijs')
  const whole = ContentInfo.fromBER(signature)
  if (whole.contentType !== signedDataType) return null
  const data: SignedData = new Signed({ schema: whole.content as unknown })
  const [signer, ...more] = data.signerInfos
  const sid: unknown = signer?.sid
  if (signer === undefined || more.length > 0 || !(sid instanceof IssuerAndSerialNumber)) return null
  const all = (data.certificates ?? []).flatMap((item) => ('issuer' in item ? [item] : []))
  const own = all.find(
    (entry) => entry.issuer.isEqual(sid.issuer) && entry.serialNumber.isEqual(sid.serialNumber)
  )
  const hash = hashes[signer.digestAlgorithm.algorithmId]
  const attributes = signer.signedAttrs
  const told = attributes?.attributes.find(({ type }) => type === messageDigest)
  const [digest] = (told?.values ?? []) as readonly OctetString[]
  if (own === undefined || hash === undefined || attributes === undefined || digest === undefined) return null
  const toX509 = (one: (typeof all)[number]) =>
    new X509Certificate(bytesOf(new Uint8Array(one.toSchema().toBER())))
  return {
    signer,
    hash,
    certificate: toX509(own),
    others: all.filter((one) => one !== own).map(toX509),
    digest: bytesOf(digest.valueBlock.valueHexView),
    signed: Buffer.from(attributes.encodedValue)
  }
}

const bytesOf = (view: Uint8Array): Buffer => Buffer.from(view)

interface Claim {
  readonly hash: string
  readonly signed: Buffer
  readonly certificate: X509Certificate
  readonly signature: Buffer
}

function isGood({ hash, signed, certificate, signature }: Claim): boolean {
  try {
    return verify(hash, signed, certificate.publicKey, signature)
  } catch {
    return false
  }
}

async function hashOf(file: string, algorithm: string): Promise<Buffer> {
  const hash = createHash(algorithm)
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest()
}

/** The name of the chain's root authority; null: this computer trusts none of them. */
async function getVoucher(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  now: number
): Promise<string | null> {
  if (!certificate.keyUsage?.includes(forPrograms)) return null
  // Loaded when needed, because it is large.
  const { rootCertificates } = await import('node:tls')
  const roots = rootCertificates.map((pem) => new X509Certificate(pem))
  let current = certificate
  for (let length = 0; length < longestChain; length += 1) {
    if (!isValid(current, now)) return null
    const root = roots.find((item) => isIssuedBy(current, item))
    if (root !== undefined) return isValid(root, now) ? nameIn(root) : null
    const next = others.find((entry) => entry.ca && entry !== current && isIssuedBy(current, entry))
    if (next === undefined) return null
    current = next
  }
  return null
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isValid({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo)
}

function nameIn({ subject }: X509Certificate): string {
  const parts = new Map(
    subject.split('\n').map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)])
  )
  return parts.get('CN') ?? parts.get('O') ?? subject.slice(0, 200)
}
