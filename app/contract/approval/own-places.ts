/** Marks for the areas of questions that the page asks on its own. Free of zod, because the page imports it. */

/** Before an address is opened. */
export const linkPlace = (url: string): string => `link:${url}`

/** Before a server's entry leaves the settings. */
export const removalPlace = (serverName: string): string => `remove:${serverName}`

/** Before the private folder of a server is emptied. */
export const clearingPlace = (serverName: string): string => `clear:${serverName}`

/** Before a bundle is installed. */
export const bundlePlace = (id: string): string => `bundle:${id}`

/** Before the server of a link is added. */
export const serverLinkPlace = (id: string): string => `server-link:${id}`

/** Before the server of a recording is added. */
export const recordingPlace = (id: string): string => `recording:${id}`

/** Before a preview opens in the browser. */
export const previewPlace = (previewId: string): string => `preview:${previewId}`

/** Before a conversation or a message is permanently deleted. */
export const deletionPlace = (id: string): string => `delete:${id}`

/** Before the conformance suite runs against a server. */
export const conformancePlace = (serverName: string): string => `conformance:${serverName}`
