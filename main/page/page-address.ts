/** The address of the page. `protocol.ts` answers there, and `ipc/approval/trusted-sender.ts` accepts only it. */
export const scheme = 'app'
export const host = 'parley'
export const appOrigin = `${scheme}://${host}`
export const pageUrl = `${appOrigin}/index.html`
/** Each view of a server has two hosts of this scheme. */
export const viewScheme = 'parley-view'
/** The address of the page that draws diagrams: another origin, in another session. */
export const diagramsHost = 'diagrams'
