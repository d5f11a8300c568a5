// docs/dependencies.md names every package of package.json with its reason, and no other.

/** Tables have their packages in the first column, in backticks. */
const firstColumn = /^\| ((?:`[^`]+`(?:, )?)+) \|/gmu

/**
 * @param {string} page docs/dependencies.md
 * @param {string[]} packages the names in package.json
 * @returns {string[]} one sentence a problem
 */
export function wrongDependencies(page, packages) {
  const named = [...page.matchAll(firstColumn)].flatMap(([, names]) =>
    [...names.matchAll(/`([^`]+)`/gu)].map(([, name]) => name)
  )
  return [
    ...packages.filter((name) => !named.includes(name)).map((name) => `${name} is not named`),
    ...named.filter((name) => !packages.includes(name)).map((name) => `${name} is not in package.json`),
    ...named.filter((name, index) => named.indexOf(name) < index).map((name) => `${name} is named twice`)
  ]
}
