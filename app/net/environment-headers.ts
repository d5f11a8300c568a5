/** Environment variables that would add headers to every request of the libraries that send for Parley. */

/** The result of `create` reads none of these variables: they may contain a key, and no question mentioned them. */
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
