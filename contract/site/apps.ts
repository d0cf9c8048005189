/** Packaged apps: whether a version is still supported, the switches for a device, and its error reports. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { formNamed } from '#contract/form/field-forms.ts'
import { common, text } from '#contract/form/fields.ts'

/** The environment of the client: a browser, or a package for a system. */
export const appPlatforms = ['browser', 'webos', 'tizen', 'android', 'androidtv', 'ios'] as const
export type AppPlatform = (typeof appPlatforms)[number]

/**
 * How media is played: `default` leaves the choice to the client, `mse` is Media Source, `native` the browser's own HLS,
 * `avplay` the player of Samsung's sets.
 */
export const playerEngines = ['default', 'mse', 'native', 'avplay'] as const
export type PlayerEngineName = (typeof playerEngines)[number]

/** `crash`: an unhandled error. `stall`: playback that could not continue. `start_failed`: a failed start. */
export const appReportKinds = ['crash', 'stall', 'start_failed'] as const
export type AppReportKind = (typeof appReportKinds)[number]

/** Lengths in characters. */
export const appFieldLimits = { version: 40, model: 80, firmware: 80, message: 300, page: 100 } as const

/** `1.4.0`, also `1.4`, `v1.4.0-beta.2` or `1.4.0+77`. */
function version() {
  return z
    .string()
    .check(
      z.trim(),
      z.maxLength(appFieldLimits.version),
      z.regex(/^v?\d{1,9}(?:\.\d{1,9}){0,5}(?:[-+][0-9A-Za-z.+-]*)?$/, formNamed('version')),
    )
}

/** The app and device of a request, with the endpoint's own fields. */
function input<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({
    lang: common.lang,
    format: common.format,
    platform: z.enum(appPlatforms),
    version: version(),
    model: z._default(text(appFieldLimits.model), ''),
    firmware: z._default(text(appFieldLimits.firmware), ''),
    ...shape,
  })
}

/** The switches for one device. */
export const AppSwitches = z.object({
  engine: z.enum(playerEngines),
  lowLatency: z.boolean(),
  previews: z.boolean(),
  /** Nothing higher is played; null for no limit. */
  maxHeight: z.nullable(z.int()),
})
export type AppSwitches = z.output<typeof AppSwitches>

/** The values without any switch. */
export const defaultSwitches: AppSwitches = {
  engine: 'default',
  lowLatency: true,
  previews: true,
  maxHeight: null,
}

export const apps = {
  release: endpoint({
    path: '/api/v1/apps/release',
    access: 'optional',
    envelope: 'data',
    summary:
      'Whether this version of an app may still be used, and the switches for its device; stored with a viewer’s device',
    input: input({}),
    output: z.object({
      /** `forced`: the app must be updated before further use. `soft`: it suggests an update. */
      update: z.enum(['none', 'soft', 'forced']),
      minimumVersion: z.nullable(z.string()),
      recommendedVersion: z.nullable(z.string()),
      /** Where the app is installed from; null without such a place. */
      storeUrl: z.nullable(z.string()),
      switches: AppSwitches,
      server: z.object({ version: z.string() }),
    }),
    failures: ['too_many_requests'],
    // A whole provider may share one address: a thousand televisions that are switched on within a minute.
    rateLimits: [{ name: 'app_release', per: 'network', attempts: 1200, perSec: 60 }],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/v1/apps/report',
    envelope: 'data',
    changes: true,
    summary: 'Counts a crash, a stall or a failed start of an app; the sender is not stored',
    input: input({
      kind: z.enum(appReportKinds),
      message: z._default(text(appFieldLimits.message), ''),
      /** The path of the page it happened on. */
      page: z._default(text(appFieldLimits.page), ''),
    }),
    output: z.object({}),
    failures: ['too_many_requests'],
    rateLimits: [{ name: 'app_reports', per: 'network', attempts: 300, perSec: 60 }],
  }),
}
