/** Outside services as they are shown: never a secret, only whether it is set. */
import { type OutsideServiceName, outsideServices } from '#contract/form/outside-services.ts'
import { serviceForms } from '#server/platform/settings/services/service-fields.ts'
import { loadServices } from '#server/platform/settings/services/stored-services.ts'
import { isWritten, type Setting, type SettingName, settings } from '#server/platform/settings/settings.ts'
import type { OutsideServiceDeps } from './deps.ts'
import type * as z from 'zod/mini'

export interface ShownField {
  readonly name: string
  /** '' for a secret, and for a service that the environment has. */
  readonly value: string
  readonly default: string
  readonly choices: readonly string[]
  readonly isRequired: boolean
  readonly isSecret: boolean
  /** Of a secret: whether one is stored. */
  readonly hasSecret: boolean
  /** A change of it means that the secrets must be entered again. */
  readonly leads: boolean
}

export interface ShownService {
  readonly service: OutsideServiceName
  /** The name of the setting in the environment. */
  readonly variable: string
  /** What the value of a plain setting is measured in; '' without a unit. */
  readonly unit: string
  /** `stored`: set here. `sealed`: set here, with secrets that cannot be opened. */
  readonly origin: 'environment' | 'stored' | 'sealed' | 'none'
  readonly version: number
  /** Who changed it last and when; '' and null for one that was never set. */
  readonly changedBy: string
  readonly changedMs: number | null
  readonly fields: readonly ShownField[]
}

function unitOf(variable: SettingName): string {
  const described: Setting<z.ZodMiniType> = settings[variable]
  return described.unit ?? ''
}

/** All services, in their order. */
export async function listServices({
  db,
  seal,
  live: { environment },
}: Pick<OutsideServiceDeps, 'db' | 'seal' | 'live'>): Promise<readonly ShownService[]> {
  const stored = await loadServices(db, seal)
  return outsideServices.map((service) => {
    const { variable, fields } = serviceForms[service]
    const own = stored.find((one) => one.service === service)
    const isElsewhere = isWritten(environment[variable])
    const used = own?.isSet === true && !isElsewhere ? own : undefined
    return {
      ...{ service, variable, unit: unitOf(variable) },
      origin: isElsewhere
        ? 'environment'
        : used === undefined
          ? 'none'
          : used.isReadable
            ? 'stored'
            : 'sealed',
      version: own?.version ?? 0,
      ...{ changedBy: own?.changedBy ?? '', changedMs: own?.changedMs ?? null },
      fields: fields.map((field) => ({
        name: field.name,
        value: field.isSecret === true ? '' : (used?.texts[field.name] ?? ''),
        default: field.default ?? '',
        choices: field.choices ?? [],
        isRequired: field.default === undefined,
        isSecret: field.isSecret === true,
        hasSecret: field.isSecret === true && used?.secretNames.includes(field.name) === true,
        leads: field.leads === true,
      })),
    }
  })
}
