/** Models that a program on this computer downloads at the user's request. */
import { z } from 'zod'
import { needs } from '../approval/approval'

export const localPrograms = ['ollama', 'lm-studio', 'llama.cpp'] as const
export type LocalProgram = (typeof localPrograms)[number]

/** A running download. */
export const pullView = z.strictObject({
  providerName: z.string(),
  model: z.string(),
  /** As reported by the program. */
  status: z.string(),
  /** Bytes so far, and bytes in total as far as known; null while unknown. */
  completed: z.number(),
  total: z.number().nullable()
})
export type PullView = z.infer<typeof pullView>

const providerName = z.string().max(100)

export const pullCalls = {
  /**
   * Which known model program answers at a provider on this computer. null: none. It gets only this request.
   */
  'model.find-program': {
    approval: null,
    input: z.strictObject({ providerName }),
    output: z.enum(localPrograms).nullable()
  },
  /**
   * Downloads a model with Ollama or LM Studio, one at a time. Returns when it is complete or the user
   * stopped it. `models.changed` reports the progress. @throws MODEL_REFUSED_REQUEST, MODEL_NETWORK,
   * DESTINATION_NOT_TRUSTED
   */
  'model.pull': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ providerName, model: z.string().min(1).max(200) }),
    output: z.null()
  },
  'model.stop-pull': { approval: null, input: z.strictObject({}), output: z.null() }
} as const
