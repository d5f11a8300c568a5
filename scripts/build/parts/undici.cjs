// Only the parts of undici that `no-timeout-fetch.ts` needs. Its index is one object, so that no bundler can leave out unused
// parts: web sockets, caches, cookies, and servers for tests.
'use strict'
const Dispatcher = require('undici/lib/dispatcher/dispatcher')

// As the index does: a proxy's tunnel is made with `connect`.
Object.assign(Dispatcher.prototype, require('undici/lib/api'))

exports.Agent = require('undici/lib/dispatcher/agent')
exports.EnvHttpProxyAgent = require('undici/lib/dispatcher/env-http-proxy-agent')
exports.fetch = require('undici/lib/web/fetch').fetch
