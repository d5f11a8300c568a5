/** Tool definitions that the Messages API accepts. */
import type { Tool } from '@anthropic-ai/sdk/resources/messages'
import type { ModelTool } from '../model'
import { anySchema } from '../tool-rules'
import type { ToolRules } from '../tool-rules'

export const anthropicRules: ToolRules = {
  most: null,
  names: /^[a-zA-Z0-9_-]{1,128}$/,
  longestDescription: null,
  schema: { ...anySchema, propertyNames: /^[a-zA-Z0-9_.-]{1,64}$/ }
}

export function toAnthropicTool({ name, description, inputSchema }: ModelTool): Tool {
  return { name, description, input_schema: { ...inputSchema, type: 'object' } }
}
