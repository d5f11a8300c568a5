/** Step 2: a first server, ready-made, from another app, or from a pasted configuration. */
import { ClipboardPaste, Import } from 'lucide-react'
import { useState } from 'react'
import { OtherApps } from '../parts/adding/other-apps'
import { PasteForm } from '../parts/adding/paste-form'
import { ReadyMadeCards } from '../parts/adding/ready-made-cards'
import { ChoiceCard } from '../ui/controls/choice-card'
import { useFormInView } from './use-form-in-view'
import welcomeStyles from './welcome.module.css'
import commonStyles from '../parts/common.module.css'
import { welcome as texts } from '../../app/texts/compiled/window/welcome'

export interface FirstServerProps {
  /** Servers of other apps are the purpose of opening this. */
  readonly looksAtOnce: boolean
  readonly onDone: () => void
}

export function FirstServer({ looksAtOnce, onDone }: FirstServerProps) {
  const [way, setWay] = useState<'paste' | 'others' | null>(looksAtOnce ? 'others' : null)
  return (
    <div className={welcomeStyles.welcomeBody}>
      <h3>{texts.firstTools()}</h3>
      <ReadyMadeCards onDone={onDone}>
        <ChoiceCard
          icon={Import}
          title={texts.fromOthers()}
          description={texts.fromOthersNote()}
          isChosen={way === 'others'}
          onChoose={() => setWay('others')}
        />
        <ChoiceCard
          icon={ClipboardPaste}
          title={texts.paste()}
          description={texts.pasteNote()}
          isChosen={way === 'paste'}
          onChoose={() => setWay('paste')}
        />
      </ReadyMadeCards>
      {way === 'others' && (
        <OtherApps looksAtOnce isMain className={welcomeStyles.welcomeForm} onAdded={onDone} />
      )}
      {way === 'paste' && <Pasted onDone={onDone} />}
      <p className={commonStyles.note}>{texts.asksFirst()}</p>
    </div>
  )
}

/** Unfolds below the cards. */
function Pasted({ onDone }: { readonly onDone: () => void }) {
  return (
    <PasteForm
      formRef={useFormInView()}
      className={welcomeStyles.welcomeForm}
      label={texts.configuration()}
      submit={texts.addAndContinue()}
      isMain
      onAdded={onDone}
    />
  )
}
