/** Amounts of money as text. The cost of one answer may be far below a cent. */

const least = 0.0001

/** `currency` is an ISO 4217 code. */
export function moneyText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 4
  })
  return amount > 0 && amount < least ? `less than ${format.format(least)}` : format.format(amount)
}

/** `$0.02 of $5.00`, or the amount alone where there is no limit. */
export function moneyUsed(amount: number, limit: number | null, currency: string): string {
  const used = moneyText(amount, currency)
  return limit === null ? used : `${used} of ${moneyText(limit, currency)}`
}
