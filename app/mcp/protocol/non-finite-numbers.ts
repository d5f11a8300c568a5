/**
 * Numbers that JSON can write and no program can hold: `1e400` is read as Infinity, which can be neither
 * stored nor shown nor sent on. Found without recursion: the value may be made to overflow the stack.
 */

/** Writes null, as JSON itself would, in place of every number that is not finite. */
export function dropNonFiniteNumbers(value: unknown): void {
  const waiting = [value].filter(isComposite)
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    for (const [key, inner] of Object.entries(item)) {
      if (isComposite(inner)) waiting.push(inner)
      else if (typeof inner === 'number' && !Number.isFinite(inner)) setOwn(item, key)
    }
  }
}

/** By definition, not by assignment: the key may be `__proto__`. */
function setOwn(item: object, key: string): void {
  Object.defineProperty(item, key, { value: null, writable: true, enumerable: true, configurable: true })
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
