/** The first frame as HTML. The build runs this without a window; see scripts/build/first-frames.mjs. */
import { renderToString } from 'react-dom/server'
import type { Language } from '../../app/contract/limits'
import { showLanguage } from '../../app/texts/translated'
import { WholeWindow } from './whole-window'

export async function drawFirstFrame(language: Language): Promise<string> {
  await showLanguage(language)
  const whole = renderToString(<WholeWindow />)
  await showLanguage(language, ['frame'])
  const early = renderToString(<WholeWindow />)
  if (early !== whole)
    throw new Error(`the first frame in ${language} needs more than frameAreas of compile.mjs`)
  return early
}
