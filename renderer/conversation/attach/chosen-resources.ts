/** Turns chosen rows into attachable resources. The host expands templates. */
import { call } from '../../bridge/call'
import { toAttachment } from '../content/attachments-view-store'
import type { AttachedResource } from '../content/attachments-view-store'
import { rowName } from './attach-rows'
import type { AttachRow } from './attach-rows'

type Values = Readonly<Record<string, string>>

/** @throws CallFailed */
export function chosenResources(
  chosen: readonly AttachRow[],
  valuesOf: (row: AttachRow) => Values
): Promise<AttachedResource[]> {
  return Promise.all(
    chosen.map(async (row) =>
      row.kind === 'resource' ? toAttachment(row.resource) : await fromTemplate(row, valuesOf(row))
    )
  )
}

async function fromTemplate(
  row: Extract<AttachRow, { kind: 'template' }>,
  values: Values
): Promise<AttachedResource> {
  const { serverName, uriTemplate } = row.template
  const uri = await fillInTemplate(uriTemplate, values)
  const words = Object.values(values).filter((value) => value !== '')
  return { serverName, uri, name: [rowName(row), words.join(', ')].filter(Boolean).join(': '), version: null }
}

/** The address from a template and its values. Omits variables without a value. @throws CallFailed */
export async function fillInTemplate(uriTemplate: string, values: Values): Promise<string> {
  const variables = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return (await call('resource.expand-template', { uriTemplate, variables })).uri
}
