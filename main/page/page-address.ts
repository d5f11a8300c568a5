/** Where the page lives. `protocol.ts` answers there, `ipc/approval/trusted-sender.ts` listens to it alone. */
export const scheme = 'app'
export const host = 'parley'
export const appOrigin = `${scheme}://${host}`
export const pageUrl = `${appOrigin}/index.html`
/** Where the page lives in which diagrams are drawn: another origin, in another session. */
export const diagramsHost = 'diagrams'
