/** Signs a bundle with a certificate made for it, as `mcpb sign --self-signed` does. */
import * as asn1js from 'asn1js'
import { createHash, webcrypto, X509Certificate } from 'node:crypto'
import * as pkijs from 'pkijs'
import { appendSignature } from './make-bundle'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

export async function signBundle(bundle: Uint8Array, name: string): Promise<Buffer> {
  const { signature } = await createSignature(bundle, name)
  return appendSignature(bundle, signature)
}

/** Only the signature, in DER, and the certificate of its signer. `isForPrograms`: the certificate may sign programs. */
export async function createSignature(
  bundle: Uint8Array,
  name: string,
  isForPrograms = false
): Promise<{ readonly signature: Buffer; readonly certificate: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await certificateFor(name, keys, isForPrograms)
  const digest = createHash('sha256').update(bundle).digest()
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1' }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new pkijs.Attribute({
              type: '1.2.840.113549.1.9.3',
              values: [new asn1js.ObjectIdentifier({ value: '1.2.840.113549.1.7.1' })]
            }),
            new pkijs.Attribute({
              type: '1.2.840.113549.1.9.4',
              values: [new asn1js.OctetString({ valueHex: digest })]
            })
          ]
        })
      })
    ],
    certificates: [certificate]
  })
  await signed.sign(keys.privateKey as webcrypto.CryptoKey, 0, 'SHA-256', bundle as Uint8Array<ArrayBuffer>)
  const whole = new pkijs.ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) })
  return { signature: Buffer.from(whole.toSchema().toBER()), certificate: toPem(certificate) }
}

async function certificateFor(
  name: string,
  keys: webcrypto.CryptoKeyPair,
  isForPrograms: boolean
): Promise<pkijs.Certificate> {
  const certificate = new pkijs.Certificate({ version: 2, serialNumber: new asn1js.Integer({ value: 7 }) })
  for (const side of [certificate.issuer, certificate.subject])
    side.typesAndValues.push(
      new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value: name }) })
    )
  certificate.notBefore.value = new Date(Date.now() - 60_000)
  certificate.notAfter.value = new Date(Date.now() + 3_600_000)
  if (isForPrograms) {
    const usage = new pkijs.ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.3'] })
    const extnValue = usage.toSchema().toBER()
    certificate.extensions = [new pkijs.Extension({ extnID: '2.5.29.37', extnValue })]
  }
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as webcrypto.CryptoKey)
  await certificate.sign(keys.privateKey as webcrypto.CryptoKey, 'SHA-256')
  return certificate
}

const toPem = (certificate: pkijs.Certificate): string =>
  new X509Certificate(Buffer.from(certificate.toSchema().toBER())).toString()
