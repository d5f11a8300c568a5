/** Calls about model input: its size and its cost. Also about models that a program on this computer downloads. */
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
