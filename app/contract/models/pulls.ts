/** Models that a program on this computer fetches because the person said so. */
import { z } from 'zod'

export const localPrograms = ['ollama', 'lm-studio', 'llama.cpp'] as const
export type LocalProgram = (typeof localPrograms)[number]

/** One that is being fetched. */
export const pullView = z.strictObject({
  providerName: z.string(),
  model: z.string(),
  /** In the program's words. */
  status: z.string(),
  /** Bytes so far, and of all that is known by now; null while nothing is. */
  completed: z.number(),
  total: z.number().nullable()
})
export type PullView = z.infer<typeof pullView>

const providerName = z.string().max(100)

export const pullCalls = {
  /** Which program for models answers at a provider on this computer; null: none that is known. It gets the question alone. */
  'model.program-of': { input: z.strictObject({ providerName }), output: z.enum(localPrograms).nullable() },
  /**
   * Has Ollama or LM Studio at a provider on this computer fetch a model, one at a time; ends when it is there or the person stopped it.
   * How far it is stands in `models.changed`. @throws MODEL_REFUSED_REQUEST, MODEL_NETWORK, DESTINATION_NOT_TRUSTED
   */
  'model.pull': {
    input: z.strictObject({ providerName, model: z.string().min(1).max(200) }),
    output: z.null()
  },
  'model.stop-pull': { input: z.strictObject({}), output: z.null() }
} as const
