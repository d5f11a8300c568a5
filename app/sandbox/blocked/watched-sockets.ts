/**
 * At the sockets of services that store keys or act for others, a sandboxed server finds a socket of Parley's. It
 * closes the first connection and stops listening, so that the attempt is known and has no effect, for any language of
 * the server. The paths are the usual ones, whether they exist or not, and those that the environment names.
 */
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import type { WatchedSocket } from '../interface'

export interface WatchedSockets {
  readonly sockets: readonly WatchedSocket[]
  close(): void
}

interface Options {
  /** Only its user may enter it. */
  readonly folder: string
  /** Identifies this start among others in the folder. */
  readonly id: string
  readonly places: readonly (readonly string[])[]
  /** Once for each service, with the first of its paths. */
  readonly tell: (path: string) => void
}

export async function watchSockets({ folder, id, places, tell }: Options): Promise<WatchedSockets> {
  const watched = await Promise.all(
    places.map(async (paths, index) => {
      const source = path.join(folder, `${id}-${index}`)
      const server = net.createServer((socket) => {
        // It may have closed first.
        socket.on('error', () => {})
        socket.destroy()
        if (!server.listening) return
        server.close()
        tell(paths[0] ?? '')
      })
      server.listen(source)
      await once(server, 'listening')
      // If a connection can't be accepted, for example for lack of descriptors, the attempt goes unseen. The process
      // must not end.
      server.on('error', () => {})
      return { server, sockets: paths.map((each) => ({ path: each, source })) }
    })
  )
  return {
    sockets: watched.flatMap(({ sockets }) => sockets),
    close: () => {
      for (const { server } of watched) if (server.listening) server.close()
    }
  }
}

/** By service, the path to report first. */
export function servicePlaces(
  environment: Readonly<Record<string, string | undefined>>,
  userId: number
): readonly (readonly string[])[] {
  const own = (name: string) => `/run/user/${userId}/${name}`
  const named = (name: string, form: RegExp) => form.exec(environment[name] ?? '')?.[1]
  const display = named('DISPLAY', /^:(\d{1,3})(?:\.\d+)?$/) ?? '0'
  const x11 = (number: string) => `/tmp/.X11-unix/X${number}`
  const all = [
    [named('SSH_AUTH_SOCK', /^(.+)$/), own('keyring/ssh'), own('keyring/control'), own('gcr/ssh')],
    [own('gnupg/S.gpg-agent'), own('gnupg/S.gpg-agent.ssh')],
    [named('DOCKER_HOST', /^unix:\/\/(.+)$/), '/var/run/docker.sock', '/run/docker.sock', own('docker.sock')],
    ['/run/podman/podman.sock', own('podman/podman.sock'), '/run/containerd/containerd.sock'],
    [named('DBUS_SESSION_BUS_ADDRESS', /^unix:path=([^,;]+)/), own('bus')],
    ['/run/dbus/system_bus_socket', '/var/run/dbus/system_bus_socket'],
    [x11(display), x11('0'), own('wayland-0')]
  ]
  return all.map((paths) => [...new Set(paths.filter((each) => each !== undefined && isPlain(each)))])
}

/** Not a path of the kernel's, and none with parts that could lead to another place. */
function isPlain(place: string | undefined): place is string {
  return (
    place !== undefined &&
    path.isAbsolute(place) &&
    path.normalize(place) === place &&
    place.length <= 200 &&
    !/\p{Cc}|^\/(?:proc|dev|sys)\//u.test(place)
  )
}
