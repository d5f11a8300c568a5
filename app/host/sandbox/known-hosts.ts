/**
 * Hosts of the services that well-known packages are made for. They are proposed when such a package is to be trusted:
 * being listed here allows nothing.
 */
import type { ServerAct } from '../../contract/server-act'
import { findPackage } from '../../servers/directory/installed'

const hostsOf: Readonly<Record<string, readonly string[]>> = {
  '@antv/mcp-server-chart': ['antv-studio.alipay.com'],
  '@apify/actors-mcp-server': ['api.apify.com', 'mcp.apify.com'],
  '@brave/brave-search-mcp-server': ['api.search.brave.com'],
  '@browserbasehq/mcp-server-browserbase': ['api.browserbase.com'],
  '@circleci/mcp-server-circleci': ['circleci.com'],
  '@cocal/google-calendar-mcp': ['oauth2.googleapis.com', 'www.googleapis.com'],
  '@currents/mcp': ['api.currents.dev'],
  '@heroku/mcp-server': ['api.heroku.com'],
  '@hubspot/mcp-server': ['api.hubapi.com', 'api.hubspot.com'],
  '@larksuiteoapi/lark-mcp': ['open.feishu.cn'],
  '@modelcontextprotocol/server-brave-search': ['api.search.brave.com'],
  '@modelcontextprotocol/server-github': ['api.github.com'],
  '@modelcontextprotocol/server-gitlab': ['gitlab.com'],
  '@modelcontextprotocol/server-google-maps': ['maps.googleapis.com'],
  '@modelcontextprotocol/server-slack': ['slack.com'],
  '@mui/mcp': ['chat-backend.mui.com', 'mui.com'],
  '@notionhq/notion-mcp-server': ['api.notion.com'],
  '@openbnb/mcp-server-airbnb': ['nominatim.openstreetmap.org', 'photon.komoot.io', 'www.airbnb.com'],
  '@paypal/mcp': ['api-m.paypal.com', 'api-m.sandbox.paypal.com'],
  '@perplexity-ai/mcp-server': ['api.perplexity.ai'],
  '@sentry/mcp-server': ['sentry.io'],
  '@shortcut/mcp': ['api.app.shortcut.com'],
  '@stripe/mcp': ['api.stripe.com', 'mcp.stripe.com'],
  '@supabase/mcp-server-supabase': ['api.supabase.com', 'supabase.com'],
  '@upstash/context7-mcp': ['context7.com', 'mcp.context7.com'],
  '@winor30/mcp-server-datadog': ['api.datadoghq.com'],
  '@wonderwhy-er/desktop-commander': ['desktopcommander.app'],
  '@zereight/mcp-gitlab': ['gitlab.com'],
  'airtable-mcp-server': ['api.airtable.com'],
  'awslabs.aws-documentation-mcp-server': ['proxy.search.docs.aws.com'],
  'awslabs.aws-pricing-mcp-server': ['api.pricing.us-east-1.amazonaws.com'],
  'duckduckgo-mcp-server': ['html.duckduckgo.com'],
  'exa-mcp-server': ['api.exa.ai'],
  'figma-developer-mcp': ['api.figma.com'],
  'firecrawl-mcp': ['api.firecrawl.dev'],
  'mcp-yahoo-finance': [
    'fc.yahoo.com',
    'guce.yahoo.com',
    'query1.finance.yahoo.com',
    'query2.finance.yahoo.com'
  ],
  'nx-mcp': ['nx.dev'],
  'tavily-mcp': ['api.tavily.com']
}

/** The hosts that the act doesn't have; none for a server without a sandbox, which may use any host anyway. */
export function proposeHosts({ command, args, containment }: ServerAct): readonly string[] {
  if (containment === undefined || command === null) return []
  const name = findPackage(command, args)?.identifier ?? ''
  const known = Object.hasOwn(hostsOf, name) ? (hostsOf[name] ?? []) : []
  return known.filter((host) => !containment.hosts.includes(host))
}
