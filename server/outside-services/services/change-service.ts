/** Sets and removes outside services, as sets of changes that can be taken back. */
import type { OutsideServiceName } from '#contract/form/outside-services.ts'
import type { Author } from '#server/changes/changes.ts'
import { type FieldTexts, serviceForms } from '#server/platform/settings/services/service-fields.ts'
import {
  loadServices,
  type SealedService,
  sealService,
  type StoredService,
  writeService,
} from '#server/platform/settings/services/stored-services.ts'
import { isWritten } from '#server/platform/settings/settings.ts'
import type { OutsideServiceDeps } from './deps.ts'
import { readSealed, recordServiceChange } from './former-services.ts'
import { type Resolved, resolveFields } from './resolve-fields.ts'
import { shownTexts } from './shown-texts.ts'

export type ServiceRefused =
  | Exclude<Resolved, { readonly kind: 'ready' }>
  /** The environment has it, which wins. */
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'changed_since'; readonly who: string }
  | { readonly kind: 'not_set' }

/** For the audit: plain values, and of secrets only what happened to them. */
export interface ServiceChanged {
  readonly kind: 'changed'
  readonly before: FieldTexts
  readonly after: FieldTexts
  /** The set of changes; 0 when nothing is different. */
  readonly changeId: number
}

export interface ServiceRequest {
  readonly service: OutsideServiceName
  /** The version that was shown; 0 for a service that was never set. */
  readonly version: number
  /** By the name of their field; an empty secret stays as it is. */
  readonly texts: FieldTexts
  readonly by: Author
}

/** The name of the command line, which has no member of staff. */
const atTheTerminal = 'command line'

/** The name under which a change is shown. */
export function nameOfAuthor(by: Author): string {
  return by?.name ?? atTheTerminal
}

/** Stores a service; every process uses it from then on. */
export async function changeService(
  deps: OutsideServiceDeps,
  { service, version, texts, by }: ServiceRequest,
): Promise<ServiceChanged | ServiceRefused> {
  const { variable } = serviceForms[service]
  if (isWritten(deps.live.environment[variable])) return { kind: 'environment', variable }
  const stored = await storedOf(deps, service)
  if ((stored?.version ?? 0) !== version) return { kind: 'changed_since', who: stored?.changedBy ?? '' }
  const resolved = resolveFields(service, texts, stored)
  if (resolved.kind !== 'ready') return resolved
  const before = stored?.isSet === true ? stored : undefined
  const shown = {
    before: before && shownTexts(service, before.texts, () => 'set', before.secretNames),
    after: shownTexts(service, resolved.texts, (name) =>
      before?.secretNames.includes(name) === true && (texts[name] ?? '').trim() !== '' ? 'replaced' : 'set',
    ),
  }
  return store(deps, { service, version, texts: resolved.texts, by, shown })
}

/** Removes a service: from then on it is as without a setting. */
export async function removeService(
  deps: OutsideServiceDeps,
  { service, version, by }: Omit<ServiceRequest, 'texts'>,
): Promise<ServiceChanged | ServiceRefused> {
  const stored = await storedOf(deps, service)
  if (stored?.isSet !== true) return { kind: 'not_set' }
  if (stored.version !== version) return { kind: 'changed_since', who: stored.changedBy }
  const before = shownTexts(service, stored.texts, () => 'set', stored.secretNames)
  const outcome = await store(deps, { service, version, texts: undefined, by, shown: { before } })
  if (outcome.kind !== 'changed') return outcome
  const removed = stored.secretNames.map((name) => [`${name}_is`, 'removed'])
  return { ...outcome, after: Object.fromEntries(removed) }
}

interface Storing {
  readonly service: OutsideServiceName
  readonly version: number
  readonly texts: FieldTexts | undefined
  readonly by: Author
  /** Absent: it was, or is, not set. */
  readonly shown: { readonly before?: FieldTexts | undefined; readonly after?: FieldTexts }
}

async function store(
  { db, seal, clock }: OutsideServiceDeps,
  { service, version, texts, by, shown }: Storing,
): Promise<ServiceChanged | ServiceRefused> {
  const nowMs = clock.nowMs()
  const change = sealService(seal, { service, version, texts, by: nameOfAuthor(by), nowMs })
  const changeId = await db.transaction().execute(async (tx) => {
    const former: SealedService = await readSealed(tx, service)
    const serviceId = await writeService(tx, change)
    if (serviceId === undefined) return undefined
    const title = texts === undefined ? 'outside_service_removed' : 'outside_service'
    return recordServiceChange(tx, { ...{ service, serviceId, title, by, nowMs, shown }, version, former })
  })
  if (changeId === undefined) return { kind: 'changed_since', who: '' }
  return { kind: 'changed', before: shown.before ?? {}, after: shown.after ?? {}, changeId }
}

async function storedOf(
  { db, seal }: OutsideServiceDeps,
  service: OutsideServiceName,
): Promise<StoredService | undefined> {
  return (await loadServices(db, seal)).find((one) => one.service === service)
}
