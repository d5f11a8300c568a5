import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect } from 'react'
import { pressedEarly } from '../../app/contract/bridge/early-input'
import { InLanguage } from './in-language'
import { Layout } from './layout'

/** What the page shows. The build draws its first frame (`first-frame.tsx`), and the page takes that over. */
export function WholeWindow() {
  useEffect(pressEarlyButton, [])
  return (
    // The content security policy allows no style elements; reset.css contains their rules.
    <CSPProvider disableStyleElements>
      <InLanguage>
        <Layout />
      </InLanguage>
    </CSPProvider>
  )
}

/** What the user pressed in the first frame, before this script ran. */
function pressEarlyButton(): void {
  const button = document.querySelector<HTMLElement>(`[${pressedEarly}]`)
  button?.removeAttribute(pressedEarly)
  button?.click()
}
