/**
 * Playwright records a stack of up to 200 frames for most actions, and looks each frame up in source maps: a sixth
 * of a worker's computing. Ten is Node's default, and Playwright asks for more where it needs it. Only our own code
 * has source maps.
 */
interface Frame extends NodeJS.CallSite {
  toString(): string
}

const lookUp = Error.prepareStackTrace

function isOurs(frame: Frame): boolean {
  const file = frame.getFileName() ?? 'node:'
  return !file.startsWith('node:') && !file.includes('/node_modules/')
}

if (lookUp !== undefined) {
  /** It begins with a line of the error itself. */
  const lookUpFrame = (error: Error, frame: Frame): string => {
    const lines: string = lookUp(error, [frame])
    return lines.slice(lines.lastIndexOf('\n') + 1)
  }
  Error.stackTraceLimit = 10
  Error.prepareStackTrace = (error, frames: Frame[]) => {
    const lines = frames.map((frame) =>
      isOurs(frame) ? lookUpFrame(error, frame) : `    at ${frame.toString()}`
    )
    return [lookUp(error, []), ...lines].join('\n')
  }
}
