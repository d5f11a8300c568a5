/** Reads the ledger page by page with the user's filters; other filters start at the newest entry again. */
import { useEffect, useState } from 'react'
import type { LedgerPage, LedgerQuery } from '../../app/contract/ledger'
import { call, failureMessage } from '../bridge/call'
import { settings as texts } from '../../app/texts/compiled/window/settings'

export interface LedgerChoices {
  readonly text: string
  /** `anyRecipient`, or type and name with a space between. */
  readonly recipient: string
  /** A value of `periods`. */
  readonly period: string
}

export const anyRecipient = 'any'
export const anyTime = 'any'

const dayMs = 86_400_000

export const periods = [
  { value: anyTime, label: texts.anyTime },
  { value: '1', label: texts.last24Hours },
  { value: '7', label: texts.last7Days },
  { value: '30', label: texts.last30Days }
] as const

const pageSize = 50

export function useLedger({ text, recipient, period }: LedgerChoices) {
  const [page, setPage] = useState<LedgerPage | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [earlierFrom, setEarlierFrom] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    const query = toQuery({ text, recipient, period }, null)
    call('ledger.search', query).then(
      (read) => {
        if (!isCurrent) return
        setPage(read)
        setFailure(null)
      },
      (error: unknown) => isCurrent && setFailure(failureMessage(error))
    )
    return () => {
      isCurrent = false
    }
  }, [text, recipient, period])

  useEffect(() => {
    if (earlierFrom === null) return
    let isCurrent = true
    call('ledger.search', toQuery({ text, recipient, period }, earlierFrom)).then(
      (more) => {
        if (!isCurrent) return
        setPage((shown) =>
          shown === null ? more : { ...more, entries: [...shown.entries, ...more.entries] }
        )
        setEarlierFrom(null)
      },
      (error: unknown) => isCurrent && setFailure(failureMessage(error))
    )
    return () => {
      isCurrent = false
    }
  }, [earlierFrom, text, recipient, period])

  const readEarlier = () => setEarlierFrom(page?.entries.at(-1)?.position ?? null)
  return { page, failure, isLoading: earlierFrom !== null, readEarlier }
}

function toQuery({ text, recipient, period }: LedgerChoices, beforePosition: number | null): LedgerQuery {
  const [type = '', ...name] = recipient.split(' ')
  const isAny = recipient === anyRecipient
  return {
    recipientType: isAny ? null : (type as LedgerQuery['recipientType']),
    recipient: isAny ? null : name.join(' '),
    text,
    from: period === anyTime ? null : Date.now() - Number(period) * dayMs,
    to: null,
    beforePosition,
    limit: pageSize
  }
}
