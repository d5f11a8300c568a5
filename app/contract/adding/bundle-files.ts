/** How the names of bundles end. Free of zod, for the page. */
export const bundleExtensions = ['mcpb', 'dxt'] as const
