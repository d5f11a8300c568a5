// Which commits are checked: those since main, or the last one where git doesn't know main.

/**
 * @param {(...args: string[]) => string | null} git its trimmed output; null where it fails
 * @returns {{ args: string[] | null, note: string }} `args`: options of commitlint; null: there is nothing to check
 */
export function findRange(git) {
  const head = git('rev-parse', 'HEAD')
  if (head === null) return { args: null, note: 'commit messages are not checked: this is no git checkout' }
  for (const main of ['refs/heads/main', 'refs/remotes/origin/main']) {
    const base = git('merge-base', head, main)
    if (base === head) return { args: null, note: 'no commits since main' }
    if (base === null) continue
    const count = git('rev-list', '--count', `${base}..${head}`)
    return { args: ['--from', base, '--to', head], note: `${count} commits since main` }
  }
  return { args: ['--last'], note: 'there is no main here, so only the last commit is checked' }
}
