/**
 * Texts that the first frame doesn't show: all texts of the core, and most of another language. The page reads them before it
 * takes the host's state, because only that needs them.
 */
import { addCoreTexts, shownLanguage, showLanguage } from '../../app/texts/translated'

let loading: Promise<void> | null = null

/** Tries twice, and again when called after a failure. */
export function loadLateTexts(): Promise<void> {
  loading ??= load()
    .catch(load)
    .catch((error: unknown) => {
      loading = null
      throw error
    })
  return loading
}

async function load(): Promise<void> {
  const [{ english }] = await Promise.all([
    import('../../app/texts/compiled/core'),
    showLanguage(shownLanguage())
  ])
  addCoreTexts(english)
}
