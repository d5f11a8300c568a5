/**
 * The addresses of views. Every view has two random hosts of its own, so that it is an origin of its own. The two are one
 * site, so the view and the page around it share a process. No two views do.
 */
import { viewScheme } from '../page/page-address'

export interface ViewAddresses {
  /** Of Parley's own page around the view, which carries the messages. */
  readonly proxy: string
  /** Of the server's page. */
  readonly view: string
}

export function createViewAddresses(newId: () => string): ViewAddresses {
  const site = `${newId()}.view`
  return {
    proxy: `${viewScheme}://proxy-${newId()}.${site}`,
    view: `${viewScheme}://page-${newId()}.${site}`
  }
}
