/**
 * Loaded by the app before its own code: a flag of V8 for the processes of pages, because a snapshot of a page's memory
 * otherwise contains only the beginning of long texts. The main process must not get it: V8 would reject the code that the
 * build compiled for it, and no journey would start as the app does.
 */
'use strict'
const { app } = require('electron')

app.commandLine.appendSwitch('js-flags', `--heap-snapshot-string-limit=${2 ** 24}`)
