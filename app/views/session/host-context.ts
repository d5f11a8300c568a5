/**
 * The context in which a view is drawn. Of the user, it has only language and time zone.
 * @spec 2026-01-26 apps#host-context-in-mcpuiinitializeresult
 */
import type { Tool } from '@modelcontextprotocol/client'
import type {
  McpUiDisplayMode,
  McpUiHostContext,
  McpUiStyles,
  McpUiStyleVariableKey,
  McpUiTheme
} from '@modelcontextprotocol/ext-apps/app-bridge'
import { viewStyleTokens } from '../../contract/view-styles'

export interface HostContextValues {
  readonly version: string
  readonly theme: McpUiTheme
  /** Computed values of the window's tokens, by name. Missing ones leave out the variables that need them. */
  readonly tokens: Readonly<Record<string, string>>
  /** Language tag, as `de-AT`. */
  readonly locale: string
  /** IANA name, as `Europe/Vienna`. */
  readonly timeZone: string
  readonly displayMode: McpUiDisplayMode
  readonly availableDisplayModes: readonly McpUiDisplayMode[]
  /** In CSS pixels. Inline, a view chooses its height up to this one. */
  readonly size: { readonly width: number; readonly height: number }
  readonly hasTouch: boolean
  readonly hasHover: boolean
  /** What the screen covers at its edges, in CSS pixels. */
  readonly safeArea: NonNullable<McpUiHostContext['safeAreaInsets']>
  /** `callId`: Parley's own. Null without a call, as for a preview. */
  readonly call: { readonly callId: string; readonly tool: Tool } | null
}

const longestValue = 500

export function buildHostContext(values: HostContextValues): McpUiHostContext {
  const { theme, locale, timeZone, displayMode, call } = values
  return {
    ...(call === null ? {} : { toolInfo: { id: call.callId, tool: call.tool } }),
    theme,
    styles: { variables: readStyles(values.tokens) },
    displayMode,
    availableDisplayModes: [...values.availableDisplayModes],
    containerDimensions: readDimensions(values),
    locale,
    timeZone,
    userAgent: `Parley/${values.version}`,
    platform: 'desktop',
    deviceCapabilities: { touch: values.hasTouch, hover: values.hasHover },
    safeAreaInsets: values.safeArea
  }
}

function readDimensions({
  displayMode,
  size
}: HostContextValues): NonNullable<McpUiHostContext['containerDimensions']> {
  const { width, height } = size
  return displayMode === 'inline' ? { width, maxHeight: height } : { width, height }
}

function readStyles(tokens: Readonly<Record<string, string>>): McpUiStyles {
  const names = viewStyleTokens satisfies Record<McpUiStyleVariableKey, string>
  const variables = Object.entries(names).flatMap(([variable, value]) => {
    const found = value.startsWith('--') ? readToken(tokens, value) : value
    return found === null ? [] : [[variable, found]]
  })
  return Object.fromEntries(variables) as McpUiStyles
}

function readToken(tokens: Readonly<Record<string, string>>, name: string): string | null {
  const value = Object.hasOwn(tokens, name) ? tokens[name]?.trim() : undefined
  return value === undefined || value === '' || value.length > longestValue ? null : value
}
