/** Step 2: a first server, ready-made or from a pasted configuration. */
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { PasteForm } from '../parts/adding/paste-form'
import { ReadyMadeCards } from '../parts/adding/ready-made-cards'
import { ChoiceCard } from '../ui/controls/choice-card'
import { useFormInView } from './use-form-in-view'
import welcomeStyles from './welcome.module.css'
import styles from './first-server.module.css'
import { welcome as texts } from '../../app/texts/compiled/window/welcome'

export function FirstServer({ onDone }: { readonly onDone: () => void }) {
  const [isPasting, setIsPasting] = useState(false)
  return (
    <div className={welcomeStyles.welcomeBody}>
      <h3>{texts.firstTools()}</h3>
      <ReadyMadeCards onDone={onDone}>
        <ChoiceCard
          icon={ClipboardPaste}
          title={texts.paste()}
          description={texts.pasteNote()}
          isChosen={isPasting}
          onChoose={() => setIsPasting(true)}
        />
      </ReadyMadeCards>
      {isPasting && <Pasted onDone={onDone} />}
      <p className={styles.welcomeNote}>{texts.asksFirst()}</p>
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
