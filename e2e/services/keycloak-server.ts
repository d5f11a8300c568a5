/**
 * A Keycloak in development mode on this computer, with its database in memory, and an administrator's actions.
 * `scripts/services.mjs` has it fetched. The first start builds it, which takes a minute or more.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from '../expect'

export interface Keycloak extends AsyncDisposable {
  readonly origin: string
  /** `isOfflineAllowed`: whether clients may renew the user's sign-in while the user is away. */
  addRealm(name: string, isOfflineAllowed?: boolean): Promise<Realm>
}

export interface Realm {
  readonly name: string
  readonly issuer: string
  /** Where a protected server asks about tokens. */
  readonly introspection: string
  /** The client of the protected server. */
  readonly client: { readonly id: string; readonly secret: string }
  /** Adds the scope `mcp:tools`, whose tokens are for this resource. */
  protect(resource: string): Promise<void>
  addClient(client: object): Promise<void>
  change(settings: object): Promise<void>
  /** Ends all sessions of the user, which revokes their tokens. */
  logOut(): Promise<void>
  /** Refuses registrations from this computer. */
  distrustHosts(): Promise<void>
  /** How often Parley is registered. */
  registeredClients(): Promise<number>
  /** Deletes what Parley registered. */
  forgetClients(): Promise<void>
  /** How often this happened: `LOGIN`, `REFRESH_TOKEN`, `REFRESH_TOKEN_ERROR`. */
  events(type: string): Promise<number>
}

export const user = { name: 'ann', password: 'not-a-secret', email: 'ann@people.example' }

const startLimitMs = 420_000
const admin = { name: 'admin', password: randomUUID() }
/** Small enough to run beside the window. */
const heap = '-Xms64m -Xmx512m -XX:TieredStopAtLevel=1'

export async function startKeycloak(home: string): Promise<Keycloak> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const args = ['start-dev', '--db=dev-mem', '--cache=local', '--http-host=127.0.0.1', `--http-port=${port}`]
  // A group of its own, because the script starts Java.
  const child = spawn(path.join(home, 'bin/kc.sh'), args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      JAVA_OPTS_KC_HEAP: heap,
      KC_BOOTSTRAP_ADMIN_USERNAME: admin.name,
      KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password
    }
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => output.push(String(part)))
  const end = () => endGroup(child)
  process.once('exit', end)
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error(`Keycloak has ended:\n${output.join('').slice(-2_000)}`)
        return await fetch(`${origin}/realms/master`).then(
          ({ ok }) => ok,
          () => false
        )
      },
      { timeout: startLimitMs, intervals: [500] }
    )
    .toBe(true)
  return {
    origin,
    addRealm: (name, isOfflineAllowed = true) => addRealm(origin, name, isOfflineAllowed),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', end)
      end()
      await expect.poll(() => child.exitCode ?? child.signalCode, { timeout: 60_000 }).not.toBeNull()
    }
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function addRealm(origin: string, name: string, isOfflineAllowed: boolean): Promise<Realm> {
  const ask = createAdmin(origin)
  const at = `/admin/realms/${name}`
  const client = { id: 'protected-server', secret: randomUUID() }
  await ask('POST', '/admin/realms', {
    realm: name,
    enabled: true,
    // A refresh token counts once: each renewal brings another one.
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    eventsEnabled: true,
    enabledEventTypes: ['LOGIN', 'REFRESH_TOKEN', 'REFRESH_TOKEN_ERROR'],
    users: [
      {
        username: user.name,
        email: user.email,
        emailVerified: true,
        firstName: 'Ann',
        lastName: 'People',
        enabled: true,
        // They include the role `offline_access`.
        realmRoles: isOfflineAllowed ? [`default-roles-${name}`] : [],
        credentials: [{ type: 'password', value: user.password, temporary: false }]
      }
    ],
    clients: [
      {
        clientId: client.id,
        secret: client.secret,
        publicClient: false,
        standardFlowEnabled: false,
        serviceAccountsEnabled: true
      }
    ]
  })
  await trustThisComputer(ask, at)
  const issuer = `${origin}/realms/${name}`
  return {
    name,
    issuer,
    client,
    introspection: `${issuer}/protocol/openid-connect/token/introspect`,
    protect: (resource) => protect(ask, at, { resource, client: client.id }),
    addClient: async (given) => void (await ask('POST', `${at}/clients`, given)),
    change: async (settings) => void (await ask('PUT', at, settings)),
    logOut: async () => {
      const [found] = (await ask('GET', `${at}/users?username=${user.name}`)) as { id: string }[]
      await ask('POST', `${at}/users/${found?.id}/logout`)
    },
    distrustHosts: () => trustHosts(ask, at, ['other.example']),
    registeredClients: async () => (await clientsOfParley(ask, at)).length,
    forgetClients: async () => {
      for (const { id } of await clientsOfParley(ask, at)) await ask('DELETE', `${at}/clients/${id}`)
    },
    events: async (type) => ((await ask('GET', `${at}/events?type=${type}`)) as unknown[]).length
  }
}

async function clientsOfParley(ask: Ask, at: string): Promise<readonly { readonly id: string }[]> {
  const clients = (await ask('GET', `${at}/clients`)) as { id: string; name?: string }[]
  return clients.filter((each) => each.name === 'Parley')
}

type Ask = (method: string, where: string, body?: object) => Promise<unknown>

function createAdmin(origin: string): Ask {
  return async (method, where, body) => {
    const form = {
      grant_type: 'password',
      client_id: 'admin-cli',
      username: admin.name,
      password: admin.password
    }
    const given = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form)
    })
    const { access_token: token } = (await given.json()) as { access_token: string }
    const response = await fetch(origin + where, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${where}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}

/** Keycloak registers clients only from hosts that it trusts, and trusts none at first. */
function trustThisComputer(ask: Ask, at: string): Promise<void> {
  return trustHosts(ask, at, ['127.0.0.1'])
}

async function trustHosts(ask: Ask, at: string, hosts: readonly string[]): Promise<void> {
  const type = 'org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy'
  const found = (await ask('GET', `${at}/components?type=${type}`)) as {
    id: string
    providerId: string
    subType: string
  }[]
  for (const each of found.filter(({ providerId }) => providerId === 'trusted-hosts')) {
    const config = {
      'trusted-hosts': hosts,
      'host-sending-registration-request-must-match': ['true'],
      'client-uris-must-match': ['true']
    }
    await ask('PUT', `${at}/components/${each.id}`, { ...each, config })
  }
}

/** Adds a scope that clients may ask for. Its tokens name the protected server and its client as their audience. */
async function protect(
  ask: Ask,
  at: string,
  { resource, client }: { readonly resource: string; readonly client: string }
): Promise<void> {
  const audience = (name: string, config: object) => ({
    name,
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-mapper',
    config: { 'access.token.claim': 'true', 'introspection.token.claim': 'true', ...config }
  })
  await ask('POST', `${at}/client-scopes`, {
    name: 'mcp:tools',
    protocol: 'openid-connect',
    attributes: { 'include.in.token.scope': 'true', 'display.on.consent.screen': 'true' },
    protocolMappers: [
      audience('the resource', { 'included.custom.audience': resource }),
      audience('the client', { 'included.client.audience': client })
    ]
  })
  const scopes = (await ask('GET', `${at}/client-scopes`)) as { id: string; name: string }[]
  const scope = scopes.find(({ name }) => name === 'mcp:tools')
  await ask('PUT', `${at}/default-optional-client-scopes/${scope?.id}`)
}
