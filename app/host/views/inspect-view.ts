/** Reads the page of a view for the tab `Apps` of its server: what it declares, and the content policies that follow. */
import type { CallInput } from '../../contract/bridge/calls'
import type { ViewInspection } from '../../contract/bridge/view-calls'
import type { Servers } from '../../servers/interface'
import { buildViewPolicy } from '../../views/policy/build-view-policy'
import { readViewPage } from './read-view-page'
import { listPossibleHosts, type ViewAccessOptions } from './view-access'

export interface InspectViewOptions extends Pick<ViewAccessOptions, 'policy'> {
  readonly servers: Pick<Servers, 'list' | 'readResource'>
}

/** A view gets a random name when it opens. */
const exampleOrigin = 'parley-view://<random>'

/** @throws HostError SERVER_NOT_CONNECTED, VIEW_UNAVAILABLE, and the server's error */
export async function inspectView(
  { serverName, uri }: CallInput<'view.inspect'>,
  options: InspectViewOptions
): Promise<ViewInspection> {
  const { html, metadata, hasMisnamedMeta } = await readViewPage({ serverName, uri }, options.servers)
  const { domains, permissions, prefersBorder } = metadata
  const withHosts = buildViewPolicy(metadata, listPossibleHosts(serverName, metadata, options))
  return {
    size: Buffer.byteLength(html),
    domains: {
      connect: [...domains.connect],
      resource: [...domains.resource],
      frame: [...domains.frame],
      baseUri: [...domains.baseUri]
    },
    refused: [...withHosts.refused],
    permissions: [...permissions],
    prefersBorder,
    hasMisnamedMeta,
    policies: {
      withoutHosts: buildViewPolicy(metadata, []).header(exampleOrigin),
      withHosts: withHosts.header(exampleOrigin)
    }
  }
}
