/** Programs that can't do their work in a sandbox. Parley doesn't offer one for them. Pure. */
/**
 * `service`: an outside service (docker) or a program with different rights (sudo, ssh) starts it. `project`: a project
 * is downloaded or built before it runs (`npm run`, `uv run`, `cargo run`).
 */
export type OutsideReason = 'service' | 'project'

const services =
  /^(?:docker|docker-compose|podman|nerdctl|lima|flatpak|snap|sudo|doas|pkexec|ssh|mosh|kubectl|toolbox|distrobox|wsl)$/
/** By program: the pattern of arguments that makes it unsandboxable; null: any arguments. */
const projects: Readonly<Record<string, RegExp | null>> = {
  npm: /^(?!exec$|x$)/,
  pnpm: null,
  pnpx: null,
  yarn: null,
  bun: null,
  bunx: null,
  deno: null,
  uv: /^(?!tool$)/,
  pipx: null,
  poetry: null,
  pdm: null,
  hatch: null,
  go: null,
  cargo: null,
  dotnet: /^(?:run|watch|tool|dnx)$/,
  dnx: null,
  mvn: null,
  gradle: null,
  make: null,
  nix: null
}

/** Null: it can be sandboxed, judging by its name. */
export function unsandboxable(command: string, args: readonly string[]): OutsideReason | null {
  // The field may hold a whole command line.
  const [first = '', ...words] = /[\\/"']/.test(command) ? [command] : command.trim().split(/\s+/)
  const name = (first.split('/').at(-1) ?? '').toLowerCase()
  if (services.test(name)) return 'service'
  if (!Object.hasOwn(projects, name)) return null
  const verb = [...words, ...args].find((word) => !word.startsWith('-')) ?? ''
  const pattern = projects[name] ?? null
  return pattern === null || pattern.test(verb) ? 'project' : null
}

/**
 * Whether Parley downloads the package of a sandboxed server once and keeps it. Without a sandbox the runner downloads
 * it at each start.
 */
export function isFetchedApart(runner: string): boolean {
  return /^(?:npx|npm|uvx|uv)$/.test(runner)
}
