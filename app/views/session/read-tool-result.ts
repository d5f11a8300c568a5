/** Reads a tool result that the user wrote by hand, before a view gets it. */
import type { CallToolResult } from '@modelcontextprotocol/client'
import { McpUiToolResultNotificationSchema } from '@modelcontextprotocol/ext-apps/app-bridge'

/** A string says what is wrong with it. */
export function readToolResult(value: Readonly<Record<string, unknown>>): CallToolResult | string {
  const read = McpUiToolResultNotificationSchema.safeParse({
    method: 'ui/notifications/tool-result',
    params: value
  })
  if (read.success) return read.data.params
  const [issue] = read.error.issues
  const place = (issue?.path ?? []).slice(1).join('.')
  return place === '' ? (issue?.message ?? '') : `${place}: ${issue?.message ?? ''}`
}
