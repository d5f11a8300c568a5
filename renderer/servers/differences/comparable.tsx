/** A part of a server's page that a comparison replaces while it is open. */
import { ArrowLeftRight } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import { differences as texts } from '../../../app/texts/compiled/window/differences'
import { Button } from '../../ui/controls/button'
import { ComparePanel } from './compare-panel'

export interface ComparableProps {
  readonly server: ServerView
  readonly children: (compareButton: ReactNode) => ReactNode
}

export function Comparable({ server, children }: ComparableProps) {
  const [isComparing, setIsComparing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const hasCompared = useRef(false)
  useEffect(() => {
    if (hasCompared.current && !isComparing) button.current?.focus()
    hasCompared.current = isComparing
  }, [isComparing])
  if (isComparing) return <ComparePanel server={server} onClose={() => setIsComparing(false)} />
  return children(
    <Button ref={button} size="small" icon={ArrowLeftRight} onClick={() => setIsComparing(true)}>
      {texts.compare()}
    </Button>
  )
}
