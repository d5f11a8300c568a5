/**
 * Authenticates Parley's client at a token endpoint. The client library does the same with one difference: it doesn't
 * encode id and secret in a Basic header, so that characters such as `+` and `%` are decoded incorrectly.
 */
import { selectClientAuthMethod } from '@modelcontextprotocol/client'
import type { AddClientAuthentication } from '@modelcontextprotocol/client'
import type { StoredClient } from './account-record'
import { basicCredentials } from './basic-credentials'

export function createClientAuthentication(client: StoredClient): AddClientAuthentication {
  return (...[headers, params, _url, metadata]: Parameters<AddClientAuthentication>) => {
    const { client_id: id, client_secret: secret } = client
    const method = selectClientAuthMethod(client, metadata?.token_endpoint_auth_methods_supported ?? [])
    if (method === 'client_secret_basic' && secret !== undefined)
      return headers.set('authorization', basicCredentials(id, secret))
    params.set('client_id', id)
    if (method === 'client_secret_post' && secret !== undefined) params.set('client_secret', secret)
  }
}
