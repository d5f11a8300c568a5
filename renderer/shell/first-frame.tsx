/** The first frame as HTML. The build runs this without a window; see scripts/build/first-frames.mjs. */
import { renderToString } from 'react-dom/server'
import type { Language } from '../../app/contract/limits'
import { showLanguage } from '../../app/texts/translated'
import { WholeWindow } from './whole-window'

export async function drawFirstFrame(language: Language): Promise<string> {
  await showLanguage(language)
  return renderToString(<WholeWindow />)
}
