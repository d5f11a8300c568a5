/** Assertions that wait longer than the usual five seconds: build machines are slow, and nothing here sleeps. */
import { expect as base } from 'playwright/test'

export const expect = base.configure({ timeout: 30_000 })
