/**
 * The first run, a dialog `Welcome to Parley` in two steps: what answers (a provider's models or Direct), then a
 * first server. Every step can be skipped with one press; nothing in it is the only way to a setting.
 */
import { Import } from 'lucide-react'
import { useState } from 'react'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { ChooseModel } from './choose-model'
import { FirstServer } from './first-server'
import styles from './welcome.module.css'
import { welcome as texts } from '../../app/texts/compiled/window/welcome'

export function Welcome({ onDone }: { readonly onDone: () => void }) {
  const [step, setStep] = useState<1 | 2>(1)
  /** Users who bring servers see them first, and can return for a model. */
  const [bringsServers, setBringsServers] = useState(false)
  const finish = () => {
    void call('app.finish-welcome', {}).catch(report)
    onDone()
    // The dialog returns the focus when it is closed; the first message is written in the composer.
    setTimeout(() => focusComposer(), 0)
  }
  return (
    <Dialog
      open
      title={texts.title()}
      description={texts.description()}
      onClose={finish}
      isOutsidePressIgnored
      hasCloseButton={false}
      className={styles.welcome}
      footer={
        <>
          <span className={styles.welcomeStep}>{texts.step({ step })}</span>
          {step === 1 && (
            <Button
              variant="quiet"
              icon={Import}
              onClick={() => {
                setBringsServers(true)
                setStep(2)
              }}
            >
              {texts.bringServers()}
            </Button>
          )}
          {step === 2 && (
            <Button
              variant="quiet"
              onClick={() => {
                setBringsServers(false)
                setStep(1)
              }}
            >
              {texts.back()}
            </Button>
          )}
          {step === 2 && <Button onClick={finish}>{texts.skip()}</Button>}
        </>
      }
    >
      {step === 1 ? (
        <ChooseModel onDone={() => setStep(2)} />
      ) : (
        <FirstServer looksAtOnce={bringsServers} onDone={finish} />
      )}
    </Dialog>
  )
}

function focusComposer(): void {
  document.querySelector<HTMLElement>('main textarea')?.focus()
}
