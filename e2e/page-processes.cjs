/**
 * Loaded by the app before its own code: what V8 is told in the processes of pages, as a picture of a page's memory holds only
 * the beginning of long texts otherwise. The main process must not be told: V8 would turn down what the build compiled for it,
 * and no journey would start as the app does.
 */
'use strict'
const { app } = require('electron')

app.commandLine.appendSwitch('js-flags', `--heap-snapshot-string-limit=${2 ** 24}`)
