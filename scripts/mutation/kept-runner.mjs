// Hands the runner of the kept thread to `kept-thread.mjs`, which runs other tests with it.

import { VitestTestRunner } from 'vitest/runners'

export default class KeptRunner extends VitestTestRunner {
  constructor(config) {
    super(config)
    globalThis.keptRunner = this
  }
}
