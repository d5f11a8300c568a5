/** Headers that a variable of the environment would add to every request of the vendors' SDKs. */

/** What `create` makes does not read it: it may hold a key, and no question named it. */
export function withoutEnvironmentHeaders<T>(
  variable: string,
  create: () => T,
  environment = process.env
): T {
  const hidden = environment[variable]
  delete environment[variable]
  try {
    return create()
  } finally {
    if (hidden !== undefined) environment[variable] = hidden
  }
}
