// Work on several things at once, for programs that wait as much as they compute.

/**
 * Works on all items, `count` at a time, each taken up in their order.
 * @template Item, Result
 * @param {number} count
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order of the items
 */
export async function sideBySide(count, items, work) {
  const results = []
  const queue = items.entries()
  const takeUp = async () => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: count }, takeUp))
  return results
}
