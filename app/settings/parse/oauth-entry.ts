/** What an entry says of signing in, with its defaults. The shape of the file is in `schema.ts`. */
import type { OAuthDefinition } from '../definition'
import type { ServerEntry } from './schema'

export function toOAuth(entry: NonNullable<ServerEntry['oauth']>): OAuthDefinition {
  const provider = entry.identityProvider
  return {
    flow: entry.flow ?? 'browser',
    clientId: entry.clientId ?? null,
    clientSecret: entry.clientSecret ?? null,
    clientMetadataUrl: entry.clientMetadataUrl ?? null,
    issuer: entry.issuer ?? null,
    scopes: entry.scopes ?? null,
    redirectPort: entry.redirectPort ?? null,
    redirect: entry.redirect ?? 'loopback',
    parameters: entry.parameters ?? {},
    privateKey: entry.privateKey ?? null,
    signingAlgorithm: entry.signingAlgorithm ?? 'ES256',
    assertion: entry.assertion ?? null,
    identityProvider:
      provider === undefined
        ? null
        : {
            issuer: provider.issuer ?? null,
            tokenEndpoint: provider.tokenEndpoint ?? null,
            clientId: provider.clientId,
            clientSecret: provider.clientSecret ?? null,
            idToken: provider.idToken ?? null
          }
  }
}

/** The same with every text filled in. */
export async function expandOAuth(
  oauth: OAuthDefinition,
  expand: (text: string) => Promise<string>
): Promise<OAuthDefinition> {
  const fill = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return await expand(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return await Promise.all(value.map(fill))
    const entries = Object.entries(value).map(async ([key, item]) => [key, await fill(item)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  return (await fill(oauth)) as OAuthDefinition
}
