// npm forwards SIGTERM to the shell that started this process, and the shell exits without forwarding it. A user who ends
// `npm start` means the app, so the loss of the parent counts as the signal.

/** From now on the end of the process that started this one ends this one, as SIGTERM does. */
export function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
