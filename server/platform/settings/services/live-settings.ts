/** The settings of a process while it runs: those of the environment, and the outside services of the database. */
import type { Db } from '#server/platform/database/database.ts'
import type { Secrets } from '#server/platform/installation/secrets.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import {
  isWritten,
  parseSetting,
  type SettingName,
  type Settings,
} from '#server/platform/settings/settings.ts'
import { serviceForms, serviceVariables } from './service-fields.ts'
import { loadServices, serviceSeal, type StoredService } from './stored-services.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface LiveSettings {
  /** Always this object; its values change. A part that copies one must follow `onChange`. */
  readonly settings: Settings
  /** As it was at the start: a setting that it has stays as it is. */
  readonly environment: Environment
  /** Reads what is stored, and reports the settings that changed since the last time. */
  reload(): Promise<void>
  /** `changed`: of the environment's names. One listener. */
  onChange(listener: (changed: ReadonlySet<SettingName>) => void): void
}

export interface LiveSettingsOptions {
  readonly db: Db
  readonly secrets: Pick<Secrets, 'passwordPepper'>
  readonly random: RandomBytes
  readonly log: Log
  /** Those of the environment. */
  readonly settings: Settings
  readonly environment: Environment
}

/** Reads what is stored. A service that cannot be used is left out and named in the log, never its values. */
export async function openLiveSettings(options: LiveSettingsOptions): Promise<LiveSettings> {
  const { db, log, environment } = options
  const seal = serviceSeal(options.secrets, options.random)
  const current: Settings = { ...options.settings }
  let texts: ReadonlyMap<SettingName, string> = new Map()
  let listener: (changed: ReadonlySet<SettingName>) => void = () => undefined
  const read = async () => {
    const next = storedTexts(await loadServices(db, seal), environment, log)
    const changed = new Set([...serviceVariables].filter((name) => texts.get(name) !== next.get(name)))
    texts = next
    for (const name of changed) {
      const text = next.get(name)
      const parsed = text === undefined ? undefined : parseSetting(name, text)
      if (parsed?.kind === 'wrong') log.error('settings.service_unusable', { setting: name })
      Object.assign(current, {
        [name]: parsed?.kind === 'read' ? parsed.value : options.settings[name],
      })
    }
    if (changed.size > 0) listener(changed)
  }
  await read()
  let last = Promise.resolve()
  return {
    settings: current,
    environment,
    // One after the other: an older reading never replaces a newer one.
    reload: () => {
      last = last.catch(() => undefined).then(read)
      return last
    },
    onChange: (next) => {
      listener = next
    },
  }
}

/** The stored services in the format of the environment, without those that the environment has itself. */
function storedTexts(
  stored: readonly StoredService[],
  environment: Environment,
  log: Log,
): ReadonlyMap<SettingName, string> {
  const texts = new Map<SettingName, string>()
  for (const [name, { variable, toText }] of Object.entries(serviceForms)) {
    const service = stored.find((one) => one.service === name)
    if (service?.isSet !== true || isWritten(environment[variable])) continue
    if (!service.isReadable) {
      log.error('settings.service_sealed', { service: name })
      continue
    }
    const before = texts.get(variable)
    const text = toText(service.texts)
    texts.set(variable, before === undefined ? text : `${before} ${text}`)
  }
  return texts
}
