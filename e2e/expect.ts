/** Assertions that wait longer than the usual five seconds. Nothing here sleeps. */
import { expect as base } from 'playwright/test'
import { patienceMs } from './patience'

export const expect = base.configure({ timeout: patienceMs })
