/** Outside services in the console. */
import { consoleOutsideServices as endpoints } from '#contract/console/outside-services.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { roleMay } from '#contract/form/permissions.ts'
import type { Audit } from '#server/audit/audit.ts'
import { loadChange, undoDays } from '#server/changes/changes.ts'
import { type ConsoleCall, bindConsole } from '#server/console/admission/bind-console.ts'
import {
  changeService,
  listOtherSettings,
  listServices,
  type OutsideServiceDeps,
  removeService,
  type ServiceChanged,
  type ServiceRefused,
  type ShownService,
  type ServiceUndone,
  type TriedStep,
  trySubject,
  undoServiceChange,
} from '#server/outside-services/outside-services.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

export interface OutsideServiceEndpointDeps extends OutsideServiceDeps {
  readonly audit: Pick<Audit, 'record'>
}

export function outsideServiceEndpoints(deps: OutsideServiceEndpointDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleOutsideServices', endpoints, {
    list: async () =>
      respond({
        services: (await listServices(deps)).map(presentService),
        others: listOtherSettings(deps.live.environment).map(({ isSecret, ...other }) => ({
          ...other,
          is_secret: isSecret,
        })),
      }),
    save: async ({ service, version, texts }, call) => {
      const outcome = await changeService(deps, { service, version, texts, by: authorOf(call) })
      if (outcome.kind !== 'changed') return refused(outcome)
      await recordChange(deps, call, 'outside_service_saved', service, outcome)
      return respond({ change_id: outcome.changeId })
    },
    remove: async ({ service, version }, call) => {
      const outcome = await removeService(deps, { service, version, by: authorOf(call) })
      if (outcome.kind !== 'changed') return refused(outcome)
      await recordChange(deps, call, 'outside_service_removed', service, outcome)
      return respond({ change_id: outcome.changeId })
    },
    undo: async ({ change_id: changeId }, call) => {
      const outcome = await undoServiceChange(deps, changeId, authorOf(call))
      if (outcome.kind === 'undone') await recordUndo(deps, call, outcome.changeId)
      return undone(outcome)
    },
    test: async ({ subject, texts, to }, call) => {
      const isToSubscriber = subject === 'fcm' || subject === 'apns' || subject === 'telegram_bot'
      if (isToSubscriber && !roleMay(call.staff.role, { section: 'subscribers', level: 'act' }))
        return reject('staff_forbidden')
      const outcome = await trySubject(deps, { subject, texts: texts ?? undefined, to })
      if (outcome.kind === 'wrong_target') return reject('setting_test_target', { field: 'to' })
      if (outcome.kind === 'no_device')
        return reject(subject === 'telegram_bot' ? 'setting_test_no_telegram' : 'setting_test_no_device', {
          values: { to },
          field: 'to',
        })
      if (outcome.kind !== 'tried') return refused(outcome)
      const isOk = outcome.steps.every((step) => step.isOk)
      await record(deps, call, {
        event: 'outside_service_tested',
        ...{ subject, accountId: outcome.accountId },
        before: {},
        after: {
          ...(outcome.host === '' ? {} : { host: outcome.host }),
          ...{ to: maskTarget(to), result: outcome.steps.map(wordsOf).join(', ') },
        },
      })
      return respond({ is_ok: isOk, steps: outcome.steps.map(presentStep) })
    },
  })
}

function presentService(shown: ShownService) {
  return {
    ...{ service: shown.service, variable: shown.variable, unit: shown.unit },
    ...{ origin: shown.origin, version: shown.version },
    changed_by: shown.changedBy,
    changed_at: shown.changedMs === null ? null : Math.floor(shown.changedMs / 1000),
    fields: shown.fields.map((field) => ({
      ...{ name: field.name, value: field.value, default: field.default, choices: [...field.choices] },
      ...{ is_required: field.isRequired, is_secret: field.isSecret },
      ...{ has_secret: field.hasSecret, leads: field.leads },
    })),
  }
}

function presentStep({ step, isOk, word, detail }: TriedStep) {
  return { step, is_ok: isOk, word, detail }
}

function wordsOf({ step, word, detail }: TriedStep): string {
  return `${step}: ${word}${detail === '' ? '' : ` (${detail})`}`
}

/** `+998*****4567`, `a***@example.uz`. */
function maskTarget(to: string): string {
  if (to.includes('@')) return to.replace(/^(.)[^@]*/, '$1***')
  return to.replace(/\d(?=(?:\D*\d){4})/g, '*').slice(0, 40)
}

function refused(outcome: ServiceRefused) {
  switch (outcome.kind) {
    case 'environment':
      return reject('setting_in_environment', { values: { variable: outcome.variable } })
    case 'changed_since':
      return reject('changed_since', { values: { who: outcome.who || '—' } })
    case 'not_set':
      return reject('setting_not_set')
    case 'wrong':
      return reject('setting_wrong', { values: { problem: outcome.problem.replace(/\.$/, '') } })
    case 'field':
      return reject(failures[outcome.why], { values: { field: outcome.field }, field: outcome.field })
  }
}

const failures = {
  missing: 'setting_missing',
  form: 'setting_field',
  absent: 'setting_field',
  again: 'setting_secret_again',
  sealed: 'setting_secret_sealed',
} as const

/** Of a set that took another one back: what the service is now. */
async function recordUndo(
  deps: OutsideServiceEndpointDeps,
  call: ConsoleCall,
  changeId: number | undefined,
): Promise<void> {
  const [entry] = changeId === undefined ? [] : ((await loadChange(deps.db, changeId, 1))?.entries ?? [])
  if (entry === undefined) return
  const { label: subject, before, after } = entry
  await record(deps, call, {
    ...{ event: 'outside_service_undone', subject, before: before ?? {}, after: after ?? {} },
  })
}

function undone(outcome: ServiceUndone) {
  switch (outcome.kind) {
    case 'environment':
      return reject('setting_in_environment', { values: { variable: outcome.variable } })
    case 'not_found':
      return reject('change_not_found')
    case 'undone_already':
      return reject('change_undone')
    case 'too_late':
      return reject('undo_too_late', { values: { days: undoDays } })
    case 'undone':
      return respond({
        change_id: outcome.changeId ?? null,
        undone: outcome.undone,
        conflicts: outcome.conflicts.map(({ entityId, ...conflict }) => ({
          ...conflict,
          entity_id: entityId,
        })),
      })
  }
}

function authorOf({ staff }: ConsoleCall) {
  return { staffId: staff.staffId, name: staff.name }
}

function recordChange(
  deps: OutsideServiceEndpointDeps,
  call: ConsoleCall,
  event: string,
  subject: string,
  { before, after }: ServiceChanged,
): Promise<void> {
  return record(deps, call, { event, subject, before, after })
}

interface Recorded {
  readonly event: string
  readonly subject: string
  readonly accountId?: number | undefined
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

async function record(
  { audit }: OutsideServiceEndpointDeps,
  { staff, clientAddress: address }: ConsoleCall,
  { event, subject, accountId, before, after }: Recorded,
): Promise<void> {
  const by = { staffId: staff.staffId, name: staff.name }
  const change = { staff: by, section: 'settings', subject: `outside service ${subject}`, before, after }
  await audit.record({
    ...{ event, actor: 'staff', address, change },
    ...(accountId === undefined ? {} : { accountId }),
  })
}
