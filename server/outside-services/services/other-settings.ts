/** The settings that only the environment has, and that are read at the start, each with its reason. */
import type { EnvironmentReason } from '#contract/form/outside-services.ts'
import { serviceVariables } from '#server/platform/settings/services/service-fields.ts'
import type { Environment } from '#server/platform/settings/services/live-settings.ts'
import { isWritten, type Setting, type SettingName, settings } from '#server/platform/settings/settings.ts'
import type * as z from 'zod/mini'

export interface OtherSetting {
  readonly name: string
  /** As an operator writes it; '' for a secret and for one without a value. */
  readonly value: string
  /** '' without one. */
  readonly unit: string
  readonly isSecret: boolean
  readonly origin: 'environment' | 'default'
  /** Why it does not change while the server runs. */
  readonly reason: EnvironmentReason
  /** In English. */
  readonly description: string
}

const longestValue = 300

/** A setting that is neither here nor set while the server runs is found by a test. */
const reasons: Readonly<Partial<Record<SettingName, EnvironmentReason>>> = {
  ...{ EKRAN_PORT: 'start', EKRAN_HOST: 'start', EKRAN_DATA: 'start', DATABASE_URL: 'start' },
  ...{ EKRAN_KEY: 'start', EKRAN_KEY_FILE: 'machine' },
  ...{ EKRAN_DEMO: 'start', EKRAN_QUIET: 'start', EKRAN_UMASK: 'start' },
  ...{ EKRAN_LOG_LEVEL: 'start', EKRAN_LOG_FILES_MB: 'start' },
  ...{ EKRAN_STATEMENT_TIMEOUT_MS: 'start', EKRAN_JOB_STATEMENT_TIMEOUT_MS: 'start' },
  ...{
    EKRAN_DATABASE_CONNECTIONS: 'start',
    EKRAN_READ_REPLICA_URL: 'start',
    EKRAN_STOP_DELAY_SECONDS: 'start',
    EKRAN_MEDIA_CHANNELS: 'start',
  },
  ...{ EKRAN_S3_ENDPOINT: 'start', EKRAN_S3_REGION: 'start', EKRAN_S3_PATH_STYLE: 'start' },
  ...{ EKRAN_S3_KEY_ID: 'start', EKRAN_S3_SECRET: 'start' },
  ...{ EKRAN_ARCHIVE_STORE: 'start', EKRAN_ARCHIVE_LOCAL_HOURS: 'start' },
  ...{ EKRAN_FFMPEG: 'machine', EKRAN_FFPROBE: 'machine', EKRAN_FILMS_INBOX: 'machine' },
  ...{ EKRAN_NETWORK_PREFIXES: 'machine', EKRAN_AUDIT_HEADS: 'machine' },
  ...{
    EKRAN_TRUSTED_PROXIES: 'trust',
    EKRAN_TRUSTED_EDGES: 'trust',
    EKRAN_METRICS_FROM: 'trust',
    EKRAN_WEBHOOK_LOCAL: 'trust',
  },
  ...{ EKRAN_AUTHKEY_CHANGES: 'trust', EKRAN_OPERATOR_PASSWORD: 'trust' },
  ...{ EKRAN_PUBLIC_URL: 'address', EKRAN_CAST_APP_ID: 'address' },
  ...{ EKRAN_ANDROID_LINKS: 'address', EKRAN_IOS_LINKS: 'address' },
  ...{ EKRAN_COMPANY: 'page', EKRAN_SUPPORT_PHONE: 'page', EKRAN_SUPPORT_TELEGRAM: 'page' },
  ...{ EKRAN_SUPPORT_EMAIL: 'page', EKRAN_SUPPORT_HOURS: 'page', EKRAN_OFFICE_ADDRESS: 'page' },
  ...{ EKRAN_ANDROID_APP: 'page', EKRAN_LG_APP: 'page', EKRAN_SAMSUNG_APP: 'page' },
  ...{ EKRAN_TICKET_SECONDS: 'issued', EKRAN_ENCRYPT: 'issued' },
}

/** Why a setting stays in the environment; undefined for one that changes while the server runs. */
export function reasonOf(name: SettingName): EnvironmentReason | undefined {
  return reasons[name]
}

/** In the order of the guide. */
export function listOtherSettings(environment: Environment): readonly OtherSetting[] {
  return Object.entries<Setting<z.ZodMiniType>>(settings)
    .filter(([name]) => !serviceVariables.has(name as SettingName))
    .map(([name, { default: defaultValue = '', unit = '', secret, description }]) => {
      const written = environment[name]
      const hasOwn = isWritten(written)
      const value = hasOwn ? (written ?? '') : defaultValue
      return {
        ...{ name, unit, description, isSecret: secret === true },
        value: secret === true ? '' : value.trim().slice(0, longestValue),
        origin: hasOwn ? 'environment' : 'default',
        reason: reasons[name as SettingName] ?? 'start',
      }
    })
}
