/** Headers that variables of the environment would add to every request of the libraries that send for Parley. */

/** What `create` makes reads none of the variables: they may hold a key, and no question named them. */
export function withoutEnvironmentHeaders<T>(
  variables: readonly string[],
  create: () => T,
  environment = process.env
): T {
  const hidden = variables.map((name) => [name, environment[name]] as const)
  for (const name of variables) delete environment[name]
  try {
    return create()
  } finally {
    for (const [name, value] of hidden) if (value !== undefined) environment[name] = value
  }
}
