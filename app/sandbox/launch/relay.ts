/**
 * Connections through the sandbox: to the proxy of a server, whose socket is one of the few things in it, and to the
 * ports at which the server may be called from outside.
 */
import type { ServerNetwork } from '../interface'
import type { Bubblewrap } from '../available/find-sandbox'

/** `resources/python/sitecustomize.py` contains it as well. */
export const relaySocket = '/tmp/.parley-network'
/** A socket in the sandbox, which the host connects to for calls of this port. */
export const callSocket = (port: number) => `/tmp/.parley-call-${port}`

/**
 * They listen before the server starts and end with it, because they are in its namespace. Arguments of a server stay
 * arguments; nothing is parsed as shell.
 */
const script = [
  'socat="$1"; from="$2"; to="$3"; ports="$4"; shift 4',
  '[ -z "$from" ] || "$socat" "$from" "$to" </dev/null >/dev/null 2>&1 &',
  'for port in $ports; do',
  // At any address of its own loopback.
  '"$socat" "UNIX-LISTEN:/tmp/.parley-call-$port,fork,mode=600" "SYSTEM:$socat - TCP4\\:127.0.0.1\\:$port 2>/dev/null || $socat - TCP6\\:[\\:\\:1]\\:$port" </dev/null >/dev/null 2>&1 &',
  'done',
  'exec "$@"'
].join('\n')

interface Ways {
  readonly network: ServerNetwork | null
  readonly listens: readonly number[]
}

/** Arguments before the program; none if there are no connections. */
export function relayArguments({ socat }: Pick<Bubblewrap, 'socat'>, { network, listens }: Ways): string[] {
  if (socat === null || (network === null && listens.length === 0)) return []
  const port = String(network?.relay.port ?? '')
  const way =
    network === null
      ? ['', '']
      : [`TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr`, `UNIX-CONNECT:${relaySocket}`]
  return ['/bin/sh', '-c', script, 'relay', socat, ...way, listens.join(' ')]
}
