/** When the user gets a notice about a server. */
import { z } from 'zod'
import { serverSetting, setting } from './setting-descriptor'

export const healthSettings = {
  healthLimits: serverSetting(
    'healthLimits',
    setting(z.record(z.string().max(100), z.int().min(1).max(86_400_000)), null, {
      about:
        'When Parley notifies you about the server: "errorPercent" and "p95Ms" for the calls of the last hour, "memoryMb", and "restarts" in the last hour.',
      weakens: { never: 'It only decides when you get a notice.' }
    })
  )
} as const
