/** What models read: how much of it there is, and what it took; and which a program on this computer fetches. */
import { contextCalls } from './context-view'
import { pullCalls } from './pulls'
import { partCalls } from './request-parts'
import { sentCalls } from './sent-requests'
import { usageCalls } from './usage-view'

export const modelCalls = {
  ...contextCalls,
  ...partCalls,
  ...usageCalls,
  ...sentCalls,
  ...pullCalls
} as const
