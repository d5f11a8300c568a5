/** A server's prompts with a filter. Each shows its arguments. */
import { MessageSquareText } from 'lucide-react'
import type { PromptView } from '../../../app/contract/offers'
import type { ServerView } from '../../../app/contract/servers'
import { serverView as texts } from '../../../app/texts/compiled/window/serverView'
import { usePrompts } from '../../bridge/use-offers'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { FailureText } from '../../ui/controls/failure-text'
import { OfferDetails, OfferList } from './offer-list'
import commonStyles from '../../parts/common.module.css'
import styles from './tool-details.module.css'

/** A region named `Prompts of ‹server›`. */
export function ServerPrompts({ server }: { readonly server: ServerView }) {
  const { value, failure } = usePrompts(true)
  const rows = value
    ?.filter(({ serverName }) => serverName === server.name)
    .map((prompt) => ({
      key: prompt.name,
      icon: MessageSquareText,
      name: prompt.name,
      address: prompt.title ?? '',
      body: <Prompt prompt={prompt} />
    }))
  return (
    <section
      className={commonStyles.stack3}
      aria-label={plainWithMarks(texts.promptsOf({ name: server.name }))}
    >
      <FailureText text={failure} />
      <OfferList server={server} rows={rows ?? null} none={texts.noPrompts()} />
    </section>
  )
}

function Prompt({ prompt }: { readonly prompt: PromptView }) {
  return (
    <>
      <OfferDetails
        description={prompt.description}
        facts={[prompt.arguments.length === 0 ? texts.noArguments() : null]}
      />
      <dl className={styles.schemaFields}>
        {prompt.arguments.map(({ name, description, isRequired }) => (
          <div key={name}>
            <dt>
              <code>
                <VisibleText text={name} />
              </code>
              {isRequired && <Badge>{texts.argumentNeeded()}</Badge>}
            </dt>
            {description !== '' && (
              <dd>
                <VisibleText text={description} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </>
  )
}
