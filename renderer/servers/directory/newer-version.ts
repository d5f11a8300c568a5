/** Which of two versions is newer, by their numbers; a suffix makes one older. Pure. */

/** False if it can't be determined. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [read(version), read(than)]
  if (one === null || other === null) return false
  for (let at = 0; at < Math.max(one.numbers.length, other.numbers.length); at += 1) {
    const difference = (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  if (one.name === '' || other.name === '') return one.name === '' && other.name !== ''
  return one.name.localeCompare(other.name, 'en', { numeric: true }) > 0
}

function read(version: string): { readonly numbers: readonly number[]; readonly name: string } | null {
  const [, numbers, name = ''] = /^v?(\d+(?:\.\d+)*)(?:[-.]?([A-Za-z][\w.-]*))?(?:\+.*)?$/.exec(version) ?? []
  return numbers === undefined ? null : { numbers: numbers.split('.').map(Number), name }
}
