/**
 * How Parley shows at a token endpoint which client it is. The client library does the same but for one thing: in a
 * Basic header it leaves id and secret as they are, so that signs such as `+` and `%` come out as others.
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
