// The tests that run against mutants: the tests of the mutated area, which PARLEY_MUTATED names, or the tests that
// PARLEY_MUTATION_TESTS names. The whole suite would take days, and a fault that only a journey notices is noticed too far
// away.

import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const { PARLEY_MUTATED: area, PARLEY_MUTATION_TESTS: tests } = process.env
const [node] = base.test.projects

export default defineConfig({
  test: {
    // Instrumented code on a busy machine: a fault is to be noticed by what tests say, not by how long they take.
    testTimeout: 120_000,
    // One thread for all files of a run: most of the time of a mutant would go into loading the same code again.
    isolate: false,
    environment: 'node',
    // Only `app/mcp` and `app/auth` speak to servers; elsewhere that check would be loaded for nothing, each time.
    setupFiles: /^app\/(?:mcp|auth)$/u.test(area) ? node.test.setupFiles : [],
    include: tests ? tests.split(',') : [`${area}/**/*.test.ts`]
  }
})
