/** File extensions of bundles. Free of zod, for the page. */
export const bundleExtensions = ['mcpb', 'dxt'] as const
