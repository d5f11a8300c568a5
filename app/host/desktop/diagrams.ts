/**
 * Draws diagrams one after the other in a separate page. A diagram that takes too long, or ends the page, costs only
 * that page: the next one gets another. A page without work is ended.
 */
import { z } from 'zod'
import type { Logger } from '../../base/logger'
import type { DrawnDiagram } from '../../contract/conversation/diagrams'
import { diagramLimits } from '../../contract/conversation/diagram-limits'
import type { DiagramPage } from './diagram-page'

export interface DiagramOptions {
  readonly openDiagramPage: () => DiagramPage
  readonly schedule: (work: () => void, delayMs: number) => () => void
  readonly log: Logger
}

/** Waiting diagrams. The window requests only visible ones, one at a time. */
const waitingLimit = 20
/** Milliseconds without work. */
const idleTime = 30_000

const late = Symbol('late')

const answer = z.union([z.object({ svg: z.string() }), z.object({ problem: z.string() })])

export class Diagrams {
  readonly #options: DiagramOptions
  #page: DiagramPage | null = null
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()
  #cancelIdle = (): void => {}

  constructor(options: DiagramOptions) {
    this.#options = options
  }

  /** Never rejects. */
  async draw(code: string): Promise<DrawnDiagram> {
    if (code.length > diagramLimits.code) return { type: 'refused', why: 'large' }
    if (this.#waiting >= waitingLimit) return { type: 'refused', why: 'many' }
    this.#waiting += 1
    const drawn = this.#last.then(() => this.#drawNow(code))
    this.#last = drawn
    return drawn.finally(() => (this.#waiting -= 1))
  }

  dispose(): void {
    this.#cancelIdle()
    this.#page?.end()
    this.#page = null
  }

  async #drawNow(code: string): Promise<DrawnDiagram> {
    this.#cancelIdle()
    const drawn = await this.#ask(code)
    if (drawn.type === 'refused') this.dispose()
    else this.#cancelIdle = this.#options.schedule(() => this.dispose(), idleTime)
    return drawn
  }

  async #ask(code: string): Promise<DrawnDiagram> {
    try {
      this.#page ??= this.#options.openDiagramPage()
      const page = this.#page
      // The start of the page doesn't count toward the diagram's limit.
      if ((await this.#within(diagramLimits.start, page.ready)) === late) throw new Error('no page came')
      const drawn = await this.#within(diagramLimits.time, page.draw(code))
      if (drawn === late) return { type: 'refused', why: 'slow' }
      const found = answer.parse(drawn)
      if ('problem' in found) return { type: 'broken', reason: found.problem.slice(0, 500) }
      if (found.svg.length > diagramLimits.svg) return { type: 'refused', why: 'large' }
      return { type: 'drawn', svg: found.svg }
    } catch (error) {
      // The page was ended, or sent an answer that Parley's page never sends.
      this.#options.log.warn('a diagram was not drawn', { error })
      return { type: 'refused', why: 'ended' }
    }
  }

  async #within<T>(limitMs: number, work: Promise<T>): Promise<T | typeof late> {
    let cancel = (): void => {}
    const tooLate = new Promise<typeof late>((resolve) => {
      cancel = this.#options.schedule(() => resolve(late), limitMs)
    })
    return Promise.race([work, tooLate]).finally(() => cancel())
  }
}
