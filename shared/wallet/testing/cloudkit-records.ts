import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

const field = z.object({
  value: z.union([z.string(), z.number(), z.array(z.string())]),
  type: z.optional(z.string()),
})
type Field = z.infer<typeof field>

export interface CloudRecord {
  readonly recordName: string
  readonly recordType: string
  readonly fields: Readonly<Record<string, Field>>
  readonly recordChangeTag: string
}

/** The default zone of one person's private database. */
export interface CloudZone {
  readonly records: CloudRecord[]
  /** `null`: whatever is made is added to the schema, as in development. */
  readonly schema: readonly string[] | null
  readonly userName: string
}

/** The call as a whole is not valid. */
export class RefusedCall extends Error {}

/** Starts with no underscore; at most 255 characters of ASCII ("Record Dictionary"). */
const recordName = z.string().check(z.regex(/^[!-^`-~][!-~]{0,254}$/))
const zoneID = z.optional(z.object({ zoneName: z.literal('_defaultZone') }))
const modifyRequest = z.object({
  operations: z.array(
    z.object({
      operationType: z.enum([
        'create',
        'update',
        'forceUpdate',
        'replace',
        'forceReplace',
        'delete',
        'forceDelete',
      ]),
      record: z.object({
        recordName: z.optional(recordName),
        recordType: z.optional(z.string()),
        recordChangeTag: z.optional(z.string()),
        fields: z.optional(z.record(z.string(), field)),
      }),
    }),
  ),
  zoneID,
})
const lookupRequest = z.object({ records: z.array(z.object({ recordName })), zoneID })

/** POST records/modify: each operation by itself, an error in the place of the record that it could not do. */
export function modify(zone: CloudZone, body: unknown): object {
  const asked = modifyRequest.safeParse(body)
  if (!asked.success) throw new RefusedCall(asked.error.issues[0]?.message)
  return { records: asked.data.operations.map(it => operate(zone, it)) }
}

/** POST records/lookup. */
export function lookUp(zone: CloudZone, body: unknown): object {
  const asked = lookupRequest.safeParse(body)
  if (!asked.success) throw new RefusedCall(asked.error.issues[0]?.message)
  return {
    records: asked.data.records.map(({ recordName }) => {
      const found = zone.records.find(it => it.recordName === recordName)
      return found ? shown(zone, found) : notDone(recordName, 'NOT_FOUND', 'Record not found')
    }),
  }
}

function operate(
  zone: CloudZone,
  { operationType, record }: z.infer<typeof modifyRequest>['operations'][number],
): object {
  const name = record.recordName ?? randomUUID()
  const at = zone.records.findIndex(it => it.recordName === name)
  const known = zone.records[at]
  const isForced = operationType.startsWith('force')
  if (operationType === 'create' && known) return notDone(name, 'CONFLICT', 'record to insert already exists')
  if (operationType !== 'create' && !isForced) {
    if (!known) return notDone(name, 'NOT_FOUND', 'Record not found')
    if (record.recordChangeTag !== known.recordChangeTag)
      return notDone(name, 'CONFLICT', 'client oplock error updating record')
  }
  if (/delete$/i.test(operationType)) {
    if (!known) return notDone(name, 'NOT_FOUND', 'Record not found')
    zone.records.splice(at, 1)
    return { recordName: name, deleted: true }
  }
  const recordType = record.recordType ?? known?.recordType
  if (recordType === undefined) return notDone(name, 'BAD_REQUEST', 'record type is required')
  if (zone.schema && !zone.schema.includes(recordType))
    return notDone(name, 'BAD_REQUEST', `Cannot create new type ${recordType} in production schema`)
  const kept = /update$/i.test(operationType) ? known?.fields : {}
  const made: CloudRecord = {
    recordName: name,
    recordType,
    fields: { ...kept, ...record.fields },
    recordChangeTag: randomBytes(4).toString('hex'),
  }
  zone.records.splice(known ? at : zone.records.length, known ? 1 : 0, made)
  return shown(zone, made)
}

const TYPES = { string: 'STRING', number: 'INT64', object: 'STRING_LIST' } as const

function shown({ userName }: CloudZone, { fields, ...record }: CloudRecord): object {
  const done = { timestamp: Date.now(), userRecordName: userName, deviceID: '1' }
  const typed = Object.entries(fields).map(([name, { value, type }]) => [
    name,
    { value, type: type ?? TYPES[typeof value as keyof typeof TYPES] },
  ])
  return {
    ...record,
    fields: Object.fromEntries(typed),
    pluginFields: {},
    created: done,
    modified: done,
    deleted: false,
    zoneID: { zoneName: '_defaultZone', ownerRecordName: userName, zoneType: 'DEFAULT_ZONE' },
  }
}

/** "Record Fetch Error Dictionary". */
const notDone = (recordName: string, serverErrorCode: string, reason: string): object => ({
  recordName,
  reason,
  serverErrorCode,
})
