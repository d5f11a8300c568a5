/**
 * Addresses of the app's own scheme that the system hands to the running app. They do one thing: end a sign-in that
 * waits for exactly this answer. Only installed apps take the scheme, so that a build at the desk steals it from none.
 */
import { app } from 'electron'
import { createEmitter } from '../app/base/emitter'
import type { HostPorts } from '../app/host/areas/host-ports'
import { environment } from './environment'
import { appLinkScheme, findAppLink } from './arguments'

export function openAppLinks(): HostPorts['appLinks'] {
  const links = createEmitter<string>()
  // A build at the desk is handed such addresses by hand, where somebody wants to try that.
  const isOurs = app.isPackaged
    ? app.setAsDefaultProtocolClient(appLinkScheme)
    : environment['PARLEY_APP_LINKS'] === '1'
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const link = findAppLink([url])
    if (link !== null) links.emit(link)
  })
  // Where the system starts the app once more, the second one hands its arguments to the first.
  app.on('second-instance', (_event, args) => {
    const link = findAppLink(args)
    if (link !== null) links.emit(link)
  })
  return { scheme: isOurs ? appLinkScheme : null, onLink: (listener) => links.on(listener) }
}
