/**
 * Playwright takes a stack for most of what it does, of up to 200 frames, and looks each of them up in maps of sources: a sixth
 * of what a worker computes. Ten are what Node takes by itself, and where more is told Playwright asks for it; and only our own
 * code has such maps.
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
