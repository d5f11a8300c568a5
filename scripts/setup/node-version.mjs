// Stops with a plain sentence on a Node that is too old. Imported first by every script: modules are evaluated
// in the order of their imports, so nothing newer has run by then. Written in old syntax for the same reason.

const wanted = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  process.stderr.write(
    `error: Parley needs Node ${wanted.join('.')} or newer, and this is ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org and try again.\n'
  )
  process.exit(1)
}
