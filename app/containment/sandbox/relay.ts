/** The way from inside to the proxy of a server: its socket is one of the few things that are there. */
import type { ServerNetwork } from '../interface'
import type { Sandbox } from '../available/find-sandbox'

export const relaySocket = '/tmp/.parley-network'

/** Listens before the server starts; ends with it, being in its namespace. Words of a server are words, nothing is read as shell. */
const script = [
  'socat="$1"; port="$2"; socket="$3"; shift 3',
  '"$socat" "TCP-LISTEN:$port,bind=127.0.0.1,fork,reuseaddr" "UNIX-CONNECT:$socket" </dev/null >/dev/null 2>&1 &',
  'exec "$@"'
].join('\n')

/** What stands before the program; nothing where it has no network. */
export function relayArguments({ socat }: Sandbox, network: ServerNetwork | null): string[] {
  if (network === null || socat === null) return []
  return ['/bin/sh', '-c', script, 'relay', socat, String(network.relay.port), relaySocket]
}
