/** Arguments in full, for reading: one row an argument, texts as they will arrive, everything else as JSON. */
import type { JsonObject, JsonValue } from '../../app/contract/json'
import { ExactText, WholeText } from './exact-text'
import './arguments-view.css'

export function ArgumentsView({ args }: { readonly args: JsonObject }) {
  const entries = Object.entries(args)
  if (entries.length === 0) return <p className="arguments-none">No arguments.</p>
  return (
    <dl className="argument-list" aria-label="Arguments">
      {entries.map(([name, value]) => (
        <div key={name} className="argument">
          <dt>
            <ExactText text={name} />
            <span className="argument-type">{typeWord(value)}</span>
          </dt>
          <dd>
            <pre className="argument-value">
              <WholeText text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
            </pre>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function typeWord(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`
  if (typeof value === 'boolean') return 'true or false'
  return typeof value === 'string' ? 'text' : typeof value
}
