/** Well-known publishers that others may imitate. */
export const knownPublishers = [
  'modelcontextprotocol',
  'modelcontextprotocol.io',
  'anthropics',
  'anthropic.com',
  'github',
  'github.com',
  'microsoft',
  'microsoft.com',
  'google.com',
  'googleapis.com',
  'notion.com',
  'stripe.com',
  'atlassian.com',
  'cloudflare.com',
  'huggingface.co',
  'openai.com',
  'upstash'
]
