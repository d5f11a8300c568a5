// Of undici only what `no-timeout-fetch.ts` asks for. Its index is one object of everything, so that no bundler leaves out of
// it what nobody uses: web sockets, caches, cookies, and servers for tests.
'use strict'
const Dispatcher = require('undici/lib/dispatcher/dispatcher')

// As the index does: a proxy's tunnel is made with `connect`.
Object.assign(Dispatcher.prototype, require('undici/lib/api'))

exports.Agent = require('undici/lib/dispatcher/agent')
exports.EnvHttpProxyAgent = require('undici/lib/dispatcher/env-http-proxy-agent')
exports.fetch = require('undici/lib/web/fetch').fetch
