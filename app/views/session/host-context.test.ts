import fs from 'node:fs'
import { McpUiHostContextSchema } from '@modelcontextprotocol/ext-apps/app-bridge'
import { describe, expect, it } from 'vitest'
import { viewStyleTokens } from '../../contract/view-styles'
import { openView } from '../testing/open-view'
import { buildHostContext } from './host-context'
import type { HostContextValues } from './host-context'

const values: HostContextValues = {
  version: '1.2.3',
  theme: 'dark',
  tokens: { '--surface': ' #18191d ', '--text': '#ececef', '--border': 'x'.repeat(501), '--font': '' },
  locale: 'de-AT',
  timeZone: 'Europe/Vienna',
  displayMode: 'inline',
  availableDisplayModes: ['inline', 'fullscreen'],
  size: { width: 640, height: 800 },
  hasTouch: false,
  hasHover: true,
  safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
  call: { callId: 'call-1', tool: { name: 'weather', inputSchema: { type: 'object' } } }
}

describe('buildHostContext', () => {
  it('has every field of the specification, and fits its schema', () => {
    const context = buildHostContext(values)
    expect(McpUiHostContextSchema.parse(context)).toEqual(context)
    expect(context).toEqual({
      toolInfo: { id: 'call-1', tool: { name: 'weather', inputSchema: { type: 'object' } } },
      theme: 'dark',
      styles: { variables: expect.any(Object) },
      displayMode: 'inline',
      availableDisplayModes: ['inline', 'fullscreen'],
      containerDimensions: { width: 640, maxHeight: 800 },
      locale: 'de-AT',
      timeZone: 'Europe/Vienna',
      userAgent: 'Parley/1.2.3',
      platform: 'desktop',
      deviceCapabilities: { touch: false, hover: true },
      safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 }
    })
  })

  it('gives the size of the screen in full screen, and no tool for a preview', () => {
    const { containerDimensions, ...context } = buildHostContext({
      ...values,
      displayMode: 'fullscreen',
      call: null
    })
    expect(containerDimensions).toEqual({ width: 640, height: 800 })
    expect(context).not.toHaveProperty('toolInfo')
  })

  it('fills the style variables from the tokens of the window, and leaves out those without a value', () => {
    const variables = buildHostContext(values).styles?.variables
    expect(variables).toMatchObject({
      '--color-background-primary': '#18191d',
      '--color-text-primary': '#ececef',
      '--color-background-ghost': 'transparent',
      '--font-weight-bold': '700'
    })
    for (const name of ['--color-border-primary', '--font-sans', '--color-text-info'])
      expect(variables).not.toHaveProperty(name)
  })

  it('names only tokens that the window has', () => {
    const css = fs.readFileSync('renderer/ui/tokens.css', 'utf8')
    const named = Object.values(viewStyleTokens).filter((value) => value.startsWith('--'))
    expect(named.filter((token) => !css.includes(`\n  ${token}:`))).toEqual([])
  })

  it('reaches the view as it is', async () => {
    const tokens = Object.fromEntries(Object.values(viewStyleTokens).map((token) => [token, 'red']))
    const hostContext = buildHostContext({ ...values, tokens })
    const view = openView({ session: { hostContext } })
    await view.app.connect(view.transport)
    expect(view.app.getHostContext()).toEqual(hostContext)
    expect(Object.keys(view.app.getHostContext()?.styles?.variables ?? {})).toEqual(
      Object.keys(viewStyleTokens)
    )
  })
})
