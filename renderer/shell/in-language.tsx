/** The whole window in the language of the settings. Changing it redraws everything, without a restart. */
import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { showLanguage, shownLanguage } from '../../app/texts/translated'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'

/** Texts are read while drawing and don't use React, so everything drawn in the old language is replaced. */
export function InLanguage({ children }: { readonly children: ReactNode }) {
  const wanted = useProjection((state) => (state.isReady ? state.settings.shownLanguage : null))
  const [language, setLanguage] = useState(shownLanguage)
  useEffect(() => {
    if (wanted === null || wanted === language) return
    let isCurrent = true
    loadLanguage(wanted).then(() => isCurrent && setLanguage(wanted), report)
    return () => {
      isCurrent = false
    }
  }, [wanted, language])
  return <Fragment key={language}>{children}</Fragment>
}

/** Also for assistive technology and hyphenation, which use the page's language. */
export async function loadLanguage(...shown: Parameters<typeof showLanguage>): Promise<void> {
  await showLanguage(...shown)
  document.documentElement.lang = shownLanguage()
}
