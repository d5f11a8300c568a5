/**
 * Addresses of Parley's own scheme that the operating system opens with the running app. They do one thing: complete a
 * sign-in that waits for exactly this answer. Only installed apps register the scheme, so that a development build
 * doesn't take it from one.
 */
import { app } from 'electron'
import { createEmitter } from '../app/base/emitter'
import type { HostPorts } from '../app/host/areas/host-ports'
import { environment } from './environment'
import { appLinkScheme, findAppLink } from './arguments'

export function openAppLinks(): HostPorts['appLinks'] {
  const links = createEmitter<string>()
  // In a development build, such addresses are passed by hand for trials.
  const isOurs = app.isPackaged
    ? app.setAsDefaultProtocolClient(appLinkScheme)
    : environment['PARLEY_APP_LINKS'] === '1'
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const link = findAppLink([url])
    if (link !== null) links.emit(link)
  })
  // If the system starts the app again, the second process passes its arguments to the first.
  app.on('second-instance', (_event, args) => {
    const link = findAppLink(args)
    if (link !== null) links.emit(link)
  })
  return { scheme: isOurs ? appLinkScheme : null, onLink: (listener) => links.on(listener) }
}
