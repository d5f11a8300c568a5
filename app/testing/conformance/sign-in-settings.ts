/** The user's settings for a sign-in scenario: the suites supply ids and keys. */
import type { JsonObject } from '../../contract/json'
import type { OAuthDefinition } from '../../settings/definition'

const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json'

export function createOauthSettings(scenario: string, context: JsonObject): OAuthDefinition | null {
  if (!scenario.startsWith('auth/')) return null
  const read = (name: string) => {
    const value = context[name]
    return typeof value === 'string' ? value : null
  }
  const common = {
    flow: 'browser',
    clientId: read('client_id'),
    clientSecret: read('client_secret'),
    clientMetadataUrl,
    issuer: null,
    scopes: null,
    redirectPort: null,
    redirect: 'loopback',
    parameters: {},
    privateKey: read('private_key_pem'),
    signingAlgorithm: read('signing_algorithm') ?? 'ES256',
    assertion: read('valid_jwt'),
    identityProvider: null
  } as const
  if (scenario.startsWith('auth/client-credentials')) return { ...common, flow: 'client-credentials' }
  if (common.assertion !== null) return { ...common, flow: 'workload' }
  const idToken = read('idp_id_token')
  if (idToken === null) return common
  const identityProvider = {
    issuer: null,
    tokenEndpoint: read('idp_token_endpoint'),
    clientId: read('idp_client_id') ?? '',
    clientSecret: null,
    idToken
  }
  return { ...common, flow: 'enterprise', identityProvider }
}
