/** The addresses of views. Every view has two random hosts of its own, so that it is an origin of its own. */
import { viewScheme } from '../page/page-address'

export interface ViewAddresses {
  /** Of Parley's own page around the view, which carries the messages. */
  readonly proxy: string
  /** Of the server's page. */
  readonly view: string
}

export function createViewAddresses(newId: () => string): ViewAddresses {
  return { proxy: `${viewScheme}://proxy-${newId()}`, view: `${viewScheme}://view-${newId()}` }
}
