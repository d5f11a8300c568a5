/** Checks only lower bounds: `>=20`, `^18.2.0 || >=20`. Every other expression passes. */
export function meetsBounds(version: string, wanted: string): boolean {
  const ways = wanted.split('||').map((way) => {
    const bounds = [...way.matchAll(/(?:>=|\^|~=|~)\s*v?(\d+(?:\.\d+){0,2})/g)].map(([, bound = '']) => bound)
    return bounds.every((bound) => isAtLeast(version, bound))
  })
  return ways.some(Boolean)
}

function isAtLeast(version: string, bound: string): boolean {
  const mine = version.split('.').map(Number)
  for (const [index, part] of bound.split('.').map(Number).entries()) {
    const own = mine[index] ?? 0
    if (own !== part) return own > part
  }
  return true
}
