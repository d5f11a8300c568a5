/** The sign-in part of an entry, with its defaults. `settings-schema.ts` has the shape of the file. */
import type { OAuthDefinition } from '../definition'
import type { ServerSettingsEntry } from './settings-schema'

export function toOAuth(entry: NonNullable<ServerSettingsEntry['oauth']>): OAuthDefinition {
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
