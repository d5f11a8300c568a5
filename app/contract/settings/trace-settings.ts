/** Settings of the traces that Parley can send to a collector. */
import { z } from 'zod'
import { setting } from './setting-descriptor'

export const traceSettings = {
  'traces.send': setting(z.boolean(), false, {
    about:
      'Whether Parley sends traces of turns to the collector of the activity log: model requests, tool calls and questions, with their times and outcomes, but without contents.',
    weakens: { never: 'The collector gets nothing before it is trusted.' }
  }),
  'traces.contents': setting(z.boolean(), false, {
    about:
      'Whether traces also contain messages, arguments and results, without secrets. Applies if traces.send is on.',
    weakens: { never: 'The collector gets no contents before it is trusted with them.' }
  }),
  'traces.endpoint': setting(
    z
      .string()
      .max(2_000)
      .regex(/^https?:\/\/[^\s/]/i, 'address'),
    null,
    {
      about:
        'Address of a collector for traces only (OTLP over HTTP). Not set: the collector of the activity log.',
      weakens: { never: 'It gets nothing before it is trusted.' }
    }
  )
} as const
