/** Questions about what the page of a view may use. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { domainUses } from '../consent/domain-uses'
import { viewHost, viewPermissions } from '../consent/view-access'
import { callId, conversationId } from '../content-blocks'
import { warning } from '../json'
import { serverName } from '../servers'
import { questionKind } from './question-kind'

/** The call that the view shows. */
const ofView = { serverName, conversationId, callId, toolName: z.string() }

const answers = {
  'allow-once': needs('permits', 'in-place'),
  'allow-always': needs('permits', 'in-place'),
  never: 'nothing',
  'not-now': 'safe'
} as const

/** Before the page of a view loads that declares hosts. */
const viewHosts = questionKind('view-hosts', {
  question: {
    ...ofView,
    /** The hosts without a permanent answer, and what the page does with each. */
    hosts: z.array(z.strictObject({ host: viewHost, uses: z.array(z.enum(domainUses)).min(1) })).min(1),
    /** Warnings about the hosts, most important first. */
    warnings: z.array(warning)
  },
  answers,
  answerParts: {},
  serverRequest: null,
  outlivesConnection: false
})

/** When the page of a view wants to use a permission that it declares. */
const viewPermission = questionKind('view-permission', {
  question: { ...ofView, permission: z.enum(viewPermissions) },
  answers,
  answerParts: {},
  serverRequest: null,
  // An open view outlives the connection.
  outlivesConnection: true
})

export const viewAccessQuestions = { 'view-hosts': viewHosts, 'view-permission': viewPermission }
