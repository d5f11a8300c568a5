/** Questions about a server or an address: whether to trust it, sign in to it, send to it, and believe what it says. */
import { z } from 'zod'
import { signInPlace } from '../accounts'
import { needs } from '../approval/approval'
import { modelId } from '../content-blocks'
import { destinationAct, secretOwner } from '../destination'
import { jsonValue, localizedText, warning } from '../json'
import { serverAct } from '../server-act'
import { leftPermissions } from '../server-trust'
import { serverName } from '../servers'
import { toolDefinition } from '../tool-definition'
import { testFileLimits } from '../workbench/test-limits'
import { questionKind } from './question-kind'

/** Whether to trust a server, with everything that its start does. */
const serverTrust = questionKind('server-trust', {
  question: {
    serverName,
    act: serverAct,
    /** What was trusted before under this name; null when the server is new. */
    previous: serverAct.nullable(),
    /** Hosts that its well-known package usually needs. None is allowed unless the answer leaves it. */
    proposedHosts: z.array(z.string().max(300)).max(20).optional(),
    /** What the user should know before approving (loader variables, shells, look-alike names). */
    warnings: z.array(warning)
  },
  answers: { trust: needs('trusts', 'in-place'), 'keep-stopped': 'safe' },
  answerParts: {
    /** The permissions that the user left in the question. Only with `trust`. Absent: all. */
    left: leftPermissions.optional()
  },
  serverRequest: null,
  // It comes before the connection.
  outlivesConnection: true
})

/** Before a message that the user wrote as JSON is sent, if its method may do more than read. */
const writtenMessage = questionKind('written-message', {
  question: {
    serverName,
    method: z.string(),
    /** The whole message, with what Parley adds. */
    message: jsonValue,
    /** What else it may do; null: nothing that Parley knows. */
    note: localizedText.nullable()
  },
  answers: { send: needs('sends', 'in-place'), cancel: 'safe' },
  answerParts: {},
  serverRequest: null,
  outlivesConnection: false
})

/** Before the browser opens for a sign-in, or a user name and a password are sent. */
const signIn = questionKind('sign-in', {
  question: {
    serverName,
    serverUrl: z.string(),
    /** Why it is asked now. */
    reason: localizedText,
    /** At least one; the user chooses among several. */
    places: z.array(signInPlace).min(1),
    /** All scopes that are requested; empty: the defaults of the authorization server. */
    scopes: z.array(z.string()),
    /** Scopes that an existing sign-in doesn't have yet. */
    addedScopes: z.array(z.string()),
    /** The account that is signed in now; null when there is none or its name is unknown. */
    account: z.string().nullable()
  },
  answers: { 'open-browser': needs('opens', 'in-place'), cancel: 'safe' },
  answerParts: {
    /** One of the places; absent: the only one. */
    issuer: z.string().max(8_192).optional(),
    /** Where the place needs it. */
    client: z
      .strictObject({ id: z.string().min(1).max(2_048), secret: z.string().max(2_048).optional() })
      .optional(),
    /** The user accepts the place despite its `doubt`. */
    acceptsDoubt: z.boolean().optional()
  },
  serverRequest: null,
  // It comes before the connection.
  outlivesConnection: true
})

/** Before Parley itself sends something to an address. */
const destination = questionKind('destination', {
  question: {
    /** In normalized form, with the port unless it is the default. */
    host: z.string(),
    act: destinationAct,
    /** The destination approved before under this name; null: none, or the same. */
    previous: destinationAct.nullable(),
    /** The secrets of the vault that would be sent, and where each belongs now; no owners: nowhere yet. */
    secrets: z.array(z.strictObject({ name: z.string(), owners: z.array(secretOwner) })),
    /** What the user should know before approving, most important first. */
    warnings: z.array(warning)
  },
  answers: { trust: needs('trusts', 'in-place'), 'not-now': 'safe' },
  answerParts: {},
  serverRequest: null,
  // It is about no server.
  outlivesConnection: true
})

/** Before a model reads new or changed instructions and tool definitions. Asked if the user wants to review them first. */
const metadata = questionKind('server-words', {
  question: {
    serverName,
    /** Null: nothing new. `previous`: what the user approved last. */
    instructions: z.strictObject({ text: z.string(), previous: z.string().nullable() }).nullable(),
    /** New and changed tools. */
    tools: z.array(
      z.strictObject({ name: z.string(), definition: toolDefinition, previous: toolDefinition.nullable() })
    )
  },
  answers: { 'let-through': needs('permits', 'in-place'), 'keep-back': 'safe' },
  answerParts: {},
  serverRequest: null,
  outlivesConnection: false
})

/** Before models judge the answers that a run of tests gets. Asked once for a run. */
const testJudges = questionKind('test-judges', {
  question: {
    /** Whose tests they are. */
    serverName,
    judges: z.array(
      z.strictObject({
        model: modelId,
        /** Of its provider. */
        address: z.string(),
        tests: z.array(
          z.strictObject({
            name: z.string().max(testFileLimits.nameLength),
            criteria: z.string().max(testFileLimits.criteriaLength)
          })
        )
      })
    )
  },
  answers: { send: needs('sends', 'in-place'), 'not-now': 'safe' },
  answerParts: {},
  serverRequest: null,
  // The run can wait for its server.
  outlivesConnection: true
})

export const serverQuestions = {
  'server-trust': serverTrust,
  'sign-in': signIn,
  destination,
  'server-words': metadata,
  'written-message': writtenMessage,
  'test-judges': testJudges
}
